// A backward `goto` over a declaration: the variable ends on the jump and begins anew.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int use(char *);
int back(int n) {
again:;
  char *p = malloc(n);
  if (use(p))
    goto again;
  return 2;
}
// CHECK-LABEL: function back(
// CHECK: [[AGAIN:bb[0-9]+]]: fan-in 2
// CHECK-NEXT: begin p @7:9
// CHECK-NEXT: p = alloc malloc((long)n) type char may-fail @7:13
// CHECK-NEXT: [[T:%[0-9]+]] = call use(p) @8:7
// CHECK-NEXT: if [[T]] != 0 goto
// CHECK: end p @9:5
// CHECK-NEXT: goto [[AGAIN]] (goto) @9:5
// CHECK: ret = 2 @10:3
// CHECK-NEXT: end p @10:3
// CHECK-NEXT: end n @10:3
// CHECK-NEXT: return @10:3
