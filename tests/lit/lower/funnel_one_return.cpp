// A function with one return and something to clean up behind it: the value is computed first, and the path has the
// return's position.
// RUN: %custody dump %s | FileCheck %s
struct S {
  char *p;
  S(int) noexcept;
  ~S();
};
char *one() {
  S s(1);
  return s.p;
}
char *temporary() {
  return S(2).p;
}
// CHECK-LABEL: function _Z3onev(
// CHECK: begin s @10:5
// CHECK-NEXT: call _ZN1SC1Ei(&s, 1) construct @10:5
// CHECK-NEXT: [[V:ret|%[0-9]+]] = s.p @11
// CHECK: call _ZN1SD1Ev(&s) destroy @11:3
// CHECK: end s @11:3
// CHECK-NEXT: return @11:3
// CHECK-LABEL: function _Z9temporaryv(
// CHECK: [[V:ret|%[0-9]+]] = "[[T:.*]]".p @14
// CHECK-NEXT: call _ZN1SD1Ev(&"[[T]]") destroy @14
// CHECK-NEXT: end "[[T]]" @14
// CHECK: return @14:3
