// `&&`, `||`, `!` and `?:` are branches; a condition is an expression with its comparisons, arithmetic and masks.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int test(char *);
int conditions(char *p, unsigned n, int m) {
  if (p && (test(p) || n > 3))
    return 1;
  if (!(n & 4) && m < -2)
    return 2;
  char *q = p ? p : malloc(n * 2 + 1);
  int both = p && test(q);
  char *elvis = q ?: p;
  return (n << 3 | 1) % 5 == (unsigned)m / 2 ? both : elvis != 0;
}
// CHECK-LABEL: function conditions(
// CHECK: if p != null goto [[A:bb[0-9]+]] else [[NEXT:bb[0-9]+]] @6:9
// CHECK-NEXT: [[A]]:
// CHECK-NEXT: [[T:%[0-9]+]] = call test(p) @6:13
// CHECK-NEXT: if [[T]] != 0 goto {{bb[0-9]+}} else [[OR:bb[0-9]+]] @6:21
// CHECK: goto [[YES:bb[0-9]+]]
// CHECK: [[OR]]:
// CHECK: if n > 3{{i?}} goto [[YES]] else [[NEXT]] @6:7
// CHECK-NEXT: [[YES]]: fan-in 2
// CHECK-NEXT: ret = 1 @7:5
// CHECK: [[NEXT]]: fan-in 2
// CHECK-NEXT: if (n & 4{{.*}}) != 0 goto [[REST:bb[0-9]+]] else [[B:bb[0-9]+]] turned @8:16
// CHECK-NEXT: [[B]]:
// CHECK-NEXT: if m < -2 goto [[TWO:bb[0-9]+]] else [[REST]] @8:7
// CHECK-NEXT: [[TWO]]:
// CHECK-NEXT: ret = 2 @9:5
// CHECK: [[REST]]: fan-in 2
// CHECK-NEXT: begin q @10:9
// CHECK-NEXT: if p != null goto
// CHECK: [[Q:%[0-9]+]] = p @10:13
// CHECK: [[NEW:%[0-9]+]] = alloc malloc({{.*}}n * 2{{.*}} + 1{{.*}}) {{.*}}may-fail @10:21
// CHECK-NEXT: [[Q]] = [[NEW]] @
// CHECK-NEXT: end [[NEW]] @
// CHECK: q = [[Q]] @10:9
// CHECK-NEXT: end [[Q]] @
// CHECK: if p != null goto
// CHECK: [[C:%[0-9]+]] = call test(q) @11:19
// CHECK-NEXT: [[BOTH:%[0-9]+]] = [[C]] != 0
// CHECK: [[BOTH]] = {{0|false}} @
// CHECK: both = (int)[[BOTH]] @11:7
// CHECK: [[E:%[0-9]+]] = q @12:17
// CHECK-NEXT: if [[E]] != null goto
// CHECK: elvis = {{%[0-9]+}} @12:9
// CHECK: if {{.*n << 3.*}} | 1{{.*5.*}} == {{.*m.*2.*}} goto {{.*}} @13:10
// CHECK: = both @
// CHECK: = (int)(elvis != null) @
// CHECK: ret = {{%[0-9]+}} @13:3
