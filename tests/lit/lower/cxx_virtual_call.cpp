// A virtual call keeps the class it was written for and the slot there; qualified calls are direct.
// RUN: %custody dump %s | FileCheck %s
struct A {
  virtual char *f(int);
  virtual char *g();
};
struct B {
  virtual void h(char *);
};
struct C : A, B {
  char *g() override;
  virtual char *own();
  void all(char *p);
};
void C::all(char *p) {
  p = f(1);
  p = g();
  p = own();
  h(p);
  p = A::g();
}
char *through(A &a, C *c) {
  c->h(a.g());
  return c->f(2);
}
// CHECK-LABEL: function _ZN1C3allEPc(
// CHECK: p = call virtual(A #0) _ZN1A1fEi({{this|&this->\(A\)}}, 1) throws @16:7
// CHECK: p = call virtual(C #1) _ZN1C1gEv(this) throws @17:7
// CHECK: p = call virtual(C #2) _ZN1C3ownEv(this) throws @18:7
// CHECK: call virtual(B #0) _ZN1B1hEPc(&this->(B), p) throws @19:3
// CHECK: p = call _ZN1A1gEv({{this|&this->\(A\)}}) throws @20:10
// CHECK-LABEL: function _Z7throughR1AP1C(
// CHECK: [[T:%[0-9]+]] = call virtual(A #1) _ZN1A1gEv(a) throws @23:10
// CHECK: call virtual(B #0) _ZN1B1hEPc(&c->(B), [[T]]) throws @23:6
// CHECK: call virtual(A #0) _ZN1A1fEi({{c|&c->\(A\)}}, 2) throws @24:13
