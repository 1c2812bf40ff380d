// What a unique_ptr released is the caller's to delete.
// Not found: the object counts as kept by the pointer that held it.
// XFAIL: *
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <memory>

int released_bad(int n) {
  std::unique_ptr<int> p(new int(n));
  int *raw = p.release();
  return *raw; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
