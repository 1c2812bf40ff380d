// `delete` of a class with a virtual destructor is an indirect call in Clang's IR. It is a unit here: the virtual
// destructor with its static class and slot, then the release. So is a plain delete. Deleting null does nothing.
// RUN: %custody dump %s | FileCheck %s
struct Base {
  virtual void first();
  virtual ~Base();
};
struct Derived final : Base {
  ~Derived();
};
struct Plain {
  char *p;
  ~Plain();
};
void by_base(Base *b) { delete b; }
void by_final(Derived *d) { delete d; }
void plain(Plain *p) { delete p; }
void scalar(int *i) { delete i; }
void global(Base *b) { ::delete b; }
void explicit_call(Base *b) { b->~Base(); }
// CHECK-LABEL: function _Z7by_baseP4Base(
// CHECK: [[T:%[0-9]+]] = b @
// CHECK-NEXT: if [[T]] == null goto
// CHECK: call virtual(Base #1) _ZN4BaseD1Ev([[T]]) destroy unit [[#U:]] @15:25
// CHECK-NEXT: free new([[T]]) unit [[#U]] @15:25
// CHECK-NEXT: end [[T]] @
// CHECK-LABEL: function _Z8by_finalP7Derived(
// CHECK: call _ZN7DerivedD1Ev([[T:%[0-9]+]]) destroy unit [[#U:]] @16:29
// CHECK-NEXT: free new([[T]]) unit [[#U]] @16:29
// CHECK-LABEL: function _Z5plainP5Plain(
// CHECK: call _ZN5PlainD1Ev([[T:%[0-9]+]]) destroy unit [[#U:]] @17:24
// CHECK-NEXT: free new([[T]]) unit [[#U]] @17:24
// CHECK-LABEL: function _Z6scalarPi(
// CHECK-NOT: destroy
// CHECK: free new({{%[0-9]+}}) unit {{[0-9]+}} @18:23
// CHECK-LABEL: function _Z6globalP4Base(
// CHECK: call virtual(Base #1) _ZN4BaseD1Ev([[T:%[0-9]+]]) destroy unit [[#U:]] @19:24
// CHECK-NEXT: free new([[T]]) unit [[#U]] @19:24
// CHECK-NOT: free
// CHECK-LABEL: function _Z13explicit_callP4Base(
// CHECK: call virtual(Base #1) _ZN4BaseD1Ev(b) destroy @20:34
// CHECK-NOT: free
// CHECK: return @
