// What a unique_ptr released is the caller's to delete.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <memory>

// CHECK: in 'released_bad'
// CHECK-NEXT: {{.*warning: .*}}[leak]
int released_bad(int n) {
  std::unique_ptr<int> p(new int(n));
  int *raw = p.release();
  return *raw;
}
