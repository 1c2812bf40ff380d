// An old-style definition: parameters in the order of the list, with the types of their declarations; char and float are
// passed wider.
// RUN: %custody dump %s -- -std=gnu89 | FileCheck %s
int old(text, n, c, f) float f; char *text; char c; {
  return text[n] + c + f;
}
implicit() {
  char c = 'x';
  return old("a", 1, c, 2.0f) + unknown_function(c, "b");
}
// CHECK-LABEL: function old(text: char* {{.*}}, n: int {{.*}}, c: char {{.*}}, f: float {{.*}}) -> ret: int
// CHECK: ret = (int)((float)((int)text[(long)n] + (int)c) + f) @5:3
// CHECK-NEXT: end f @
// CHECK-NEXT: end c @
// CHECK-NEXT: end n @
// CHECK-NEXT: end text @
// CHECK-LABEL: function implicit() -> ret: int
// CHECK: [[A:%[0-9]+]] = call old(&::"{{.*}}", 1, (int)c, 2.0) @9:10
// CHECK-NEXT: [[B:%[0-9]+]] = call unknown_function((int)c, &::"{{.*}}") @9:33
// CHECK-NEXT: ret = [[A]] + [[B]] @9:3
