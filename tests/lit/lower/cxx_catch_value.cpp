// A parameter of a catch clause that is caught by value is copied and destroyed.
// RUN: %custody dump %s | FileCheck %s
struct B {
  char *p;
  B(char *) noexcept;
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
// CHECK: call _Z3mayv() throws @13:5
// CHECK: = catch(&::_ZTI1B, &::_ZTIPc)
// CHECK: call _ZN1BC1ERKS_(&b, {{.*}}) construct @
// CHECK: call _Z3usePc(b.p) @15:5
// CHECK: call _ZN1BD1Ev(&b) destroy @
// CHECK: call __cxa_end_catch()
// CHECK: text = call __cxa_begin_catch(
// CHECK: free "new[]"({{%[0-9]+}}) unit
// CHECK: end text @
