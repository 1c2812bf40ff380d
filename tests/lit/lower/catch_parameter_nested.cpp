// The parameter of an inner catch clause
// begins once, in its clause, and ends
// where the clause ends.
// RUN: %custody dump %s | FileCheck %s
struct S {
  S(int) noexcept;
  ~S();
};
void may(int);
void nested(int n) {
  try {
    S a(2);
    try {
      S b(3);
      may(n);
    } catch (int e) {
      S c(4);
      may(e);
    }
    may(5);
  } catch (...) {
  }
}
// CHECK-LABEL: function _Z6nestedi(
// CHECK-NOT: begin e
// CHECK: call _Z3mayi(n) throws @15:7
// CHECK-NOT: begin e
// CHECK: = catch(&::_ZTIi, null)
// CHECK: begin e @16:18
// CHECK: call _Z3mayi(e) throws @18:7
// CHECK-NOT: begin e
// CHECK: end e @19:5
// CHECK-NOT: begin e
