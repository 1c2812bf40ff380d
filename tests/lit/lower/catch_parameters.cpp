// Each parameter of several catch clauses
// begins in its own clause.
// RUN: %custody dump %s | FileCheck %s
struct B {
  char *p;
  B(const B &) noexcept;
  ~B();
};
void may();
void use(char *) noexcept;
void values() {
  try {
    may();
  } catch (B b) {
    use(b.p);
  } catch (char *text) {
    delete[] text;
  }
  use(nullptr);
}
// CHECK-LABEL: function _Z6valuesv(
// CHECK: bb0:
// CHECK-NEXT: call _Z3mayv() throws @13:5
// CHECK: = catch(&::_ZTI1B, &::_ZTIPc)
// CHECK-NOT: begin text
// CHECK: begin b @14:14
// CHECK: call _Z3usePc(b.p) @15:5
// CHECK-NOT: text
// CHECK: call __cxa_end_catch()
// CHECK: begin text @16:18
// CHECK: end text @
