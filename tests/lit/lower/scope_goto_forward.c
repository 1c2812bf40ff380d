// A forward `goto` into a block, over a declaration: no lifetime markers, but the variable begins on both ways in and
// ends with its block.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
void use(char *);
int forward(int n) {
  if (n)
    goto inside;
  {
    char *p = malloc(3);
    use(p);
  inside:
    p = malloc(4);
    use(p);
  }
  n = 1;
  return n;
}
// CHECK-LABEL: function forward(
// CHECK: if n != 0 goto [[JUMP:bb[0-9]+]] else [[BLOCK:bb[0-9]+]] @7:7
// CHECK-NEXT: [[JUMP]]:
// CHECK-NEXT: begin p @{{8:5|10:11}}
// CHECK-NEXT: goto [[INSIDE:bb[0-9]+]] (goto) @8:5
// CHECK-NEXT: [[BLOCK]]:
// CHECK-NEXT: begin p @10:11
// CHECK-NEXT: p = alloc malloc(3) type char may-fail @10:15
// CHECK-NEXT: call use(p) @11:5
// CHECK-NEXT: goto [[INSIDE]] @
// CHECK-NEXT: [[INSIDE]]: fan-in 2
// CHECK-NEXT: p = alloc malloc(4) type char may-fail @13:9
// CHECK-NEXT: call use(p) @14:5
// CHECK-NEXT: end p @15:3
// CHECK-NEXT: n = 1 @16:5
// CHECK-NEXT: ret = n @17:3
// CHECK-NEXT: end n @17:3
// CHECK-NEXT: return @17:3
