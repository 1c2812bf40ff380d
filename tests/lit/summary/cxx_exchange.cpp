// std::exchange moves a pointer out of a member.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <utility>

struct Holder {
  explicit Holder(int *job) : job_(job) {}

  ~Holder() { delete job_; }

  Holder(const Holder &) = delete;

  int *take() { return std::exchange(job_, nullptr); }

  int *job_;
};

int held_bad(int n) {
  Holder holder(new int(n));
  int *job = holder.take();
  if (n > 3)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete job;
  return 0;
}
