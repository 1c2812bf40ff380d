// Thunks are other names of a function, with an offset that `this` is moved by.
// RUN: %custody dump %s | FileCheck %s
struct A {
  virtual ~A();
  virtual void f();
  char *a;
};
struct B {
  virtual ~B();
  virtual B *g();
  char *b;
};
struct C : A, B {
  ~C();
  C *g() override;
};
C::~C() {}
C *C::g() { return this; }
// CHECK: struct C size 32 polymorphic
// CHECK-NEXT: base A at 0
// CHECK-NEXT: base B at 16
// CHECK: method _ZN1CD1Ev slot 0 overrides _ZN1AD1Ev overrides _ZN1BD1Ev
// CHECK: method _ZN1C1gEv slot {{[0-9]+}} overrides _ZN1B1gEv
// CHECK-LABEL: function _ZN1CD1Ev(
// CHECK: call _ZN1BD1Ev(&this->(B)) destroy @
// CHECK-NEXT: call _ZN1AD1Ev({{this|&this->\(A\)}}) destroy @
// CHECK-DAG: function _ZThn16_N1CD1Ev() {{.*}}alias-of _ZN1CD1Ev thunk -16{{$}}
// CHECK-DAG: function _ZThn16_N1CD0Ev() {{.*}}alias-of _ZN1CD1Ev thunk -16{{$}}
// CHECK-DAG: function _ZTchn16_h16_N1C1gEv() {{.*}}alias-of _ZN1C1gEv thunk -16{{$}}
