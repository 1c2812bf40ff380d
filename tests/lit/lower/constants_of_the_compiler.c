// __builtin_constant_p is false, __builtin_expect is its first argument, __builtin_unreachable ends, assume and prefetch
// and object_size do not touch anything.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not=unknown
#include <stdlib.h>
int constant(int n, char *p) {
  if (__builtin_constant_p(n))
    return 1;
  if (__builtin_expect(!p, 0))
    return 2;
  __builtin_prefetch(p);
  __builtin_assume(n > 0);
  if (__builtin_object_size(p, 0) == 7)
    return 4;
  switch (n) {
  case 1:
    return 3;
  default:
    __builtin_unreachable();
  }
}
// CHECK-LABEL: function constant(
// CHECK: if 0 goto [[ONE:bb[0-9]+]] else
// CHECK-NEXT: [[ONE]]:
// CHECK-NEXT: ret = 1 @7:5
// CHECK: if {{.*}}(p == null){{.*}} goto [[TWO:bb[0-9]+]] else [[ON:bb[0-9]+]] @8:7
// CHECK-NEXT: [[TWO]]:
// CHECK-NEXT: ret = 2 @9:5
// CHECK: [[ON]]:
// CHECK-NEXT: if -1{{l?}} == 7 goto
// CHECK: switch n { 1: {{bb[0-9]+}}, default: [[NEVER:bb[0-9]+]] } @14:3
// CHECK: [[NEVER]]:
// CHECK-NEXT: unreachable @18:5
// CHECK: ret = 3 @16:5
