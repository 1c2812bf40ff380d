// A leak on an early return, beside what cleans up by itself.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <memory>

static int work(int *p) { return *p; }

int unique_ok(int n) {
  std::unique_ptr<int> p(new int(n));
  if (work(p.get()) < 0)
    return -1;
  return 0;
}

int made_unique_ok(int n) {
  auto p = std::make_unique<int>(n);
  if (work(p.get()) < 0)
    return -1;
  return 0;
}

std::unique_ptr<int> handed_on_ok(int n) {
  auto p = std::make_unique<int>(n);
  return p;
}

int *released_ok(int n) {
  std::unique_ptr<int> p(new int(n));
  return p.release();
}

int early_bad(int n) {
  int *p = new int(n);
  if (work(p) < 0)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
  return 0;
}
