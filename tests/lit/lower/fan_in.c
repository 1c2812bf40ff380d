// A join knows how many edges met there in the source's graph, also after exits got copies of their own.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int test(int);
int four(int n) {
  char *p = malloc(n);
  if (test(1))
    return 1;
  if (test(2))
    return 2;
  if (test(3))
    return 3;
  free(p);
  return 4;
}
void three(int n) {
  switch (n) {
  case 1:
    n = 1;
    break;
  case 2:
    n = 2;
    break;
  default:
    n = 3;
  }
  test(n);
}
// CHECK-LABEL: function four(
// CHECK: ret = 1 @8:5
// CHECK-NEXT: goto [[A:bb[0-9]+]] (return) @8:5
// CHECK-NEXT: [[A]]: fan-in 4
// CHECK: ret = 2 @10:5
// CHECK-NEXT: goto [[B:bb[0-9]+]] (return) @10:5
// CHECK-NEXT: [[B]]: fan-in 4
// CHECK: ret = 3 @12:5
// CHECK-NEXT: goto [[C:bb[0-9]+]] (return) @12:5
// CHECK-NEXT: [[C]]: fan-in 4
// CHECK: ret = 4 @14:3
// CHECK-NEXT: goto [[D:bb[0-9]+]] (return) @14:3
// CHECK-NEXT: [[D]]: fan-in 4
// CHECK-LABEL: function three(
// CHECK: n = 3 @25:7
// CHECK-NEXT: goto [[JOIN:bb[0-9]+]] @
// CHECK: n = 1 @19:7
// CHECK-NEXT: goto [[JOIN]] (break) @20:5
// CHECK: n = 2 @22:7
// CHECK-NEXT: goto [[JOIN]] (break) @23:5
// CHECK-NEXT: [[JOIN]]: fan-in 3
// CHECK-NEXT: {{.*}}call test(n) @27:3
