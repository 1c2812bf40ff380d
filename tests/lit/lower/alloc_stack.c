// alloca and variable-length arrays are memory of the frame, not of the heap.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not='alloc malloc' --implicit-check-not=unknown
#include <alloca.h>
void use(char *);
void stack(int n) {
  char *s = alloca(n);
  use(s);
  for (int i = 0; i < n; i++) {
    char vla[i + 1];
    vla[i] = 0;
    use(vla);
  }
}
// CHECK-LABEL: function stack(
// CHECK: local vla: char[] @9:10
// CHECK: begin s @6:9
// CHECK-NEXT: [[T:s|%[0-9]+]] = stack-alloc({{.*}}) @6:13
// CHECK: call use(s) @7:3
// CHECK: begin vla @9:10
// CHECK: vla[(long)i] = 0 @10:12
// CHECK-NEXT: call use(&vla{{.*}}) @11:5
// CHECK-NEXT: end vla @12:3
// CHECK: i = i + 1 @
