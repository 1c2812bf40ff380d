// A variable that a `switch` jumps over has no lifetime markers; it begins and ends all the same.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
void use(char *);
int bypassed(int n) {
  switch (n) {
    char *hidden;
  case 1:
    hidden = malloc(1);
    use(hidden);
    break;
  case 2: {
    char *q = malloc(2);
    if (n)
      return 3;
    use(q);
  }
  default:
    hidden = 0;
  }
  return 0;
}
// CHECK-LABEL: function bypassed(
// CHECK: local hidden: char* @7:11
// CHECK: switch n { 1: [[ONE:bb[0-9]+]], 2: [[TWO:bb[0-9]+]], default: [[DEFAULT:bb[0-9]+]] } @6:3
// CHECK: hidden = alloc malloc(1) type char may-fail @9:14
// CHECK-NEXT: call use(hidden) @10:5
// CHECK-NEXT: end hidden @11:5
// CHECK-NEXT: goto [[AFTER:bb[0-9]+]] (break) @11:5
// CHECK: begin q @13:11
// CHECK-NEXT: q = alloc malloc(2)
// CHECK-NEXT: if n != 0 goto
// CHECK: ret = 3 @15:7
// CHECK-DAG: end q @15:7
// CHECK-DAG: end hidden @15:7
// CHECK: end n @15:7
// CHECK-NEXT: return @15:7
// CHECK: call use(q) @16:5
// CHECK-NEXT: end q @17:3
// CHECK: hidden = null @19:12
// CHECK-NEXT: end hidden @20:3
// CHECK: [[AFTER]]: fan-in 2
// CHECK-NEXT: ret = 0 @21:3
// CHECK-NOT: end hidden
// CHECK: end n @21:3
// CHECK-NEXT: return @21:3
