// C1 and C2, D0, D1 and D2 are one function each, named after the complete variant; the others are aliases. A derived
// destructor that does nothing of its own does not disappear into its base's.
// RUN: %custody dump %s | FileCheck %s
struct Base {
  char *p;
  Base(char *);
  virtual ~Base();
};
struct Derived : Base {
  Derived(char *q);
  ~Derived();
};
Base::Base(char *q) : p(q) {}
Base::~Base() { delete p; }
Derived::Derived(char *q) : Base(q) {}
Derived::~Derived() {}
void local(char *q) { Derived d(q); }
// CHECK-LABEL: function _ZN4BaseC1EPc(this: struct Base* {{.*}}, q: char* {{.*}}) source Base::Base constructor of Base
// CHECK: this->p = q @
// CHECK-LABEL: function _ZN4BaseD1Ev(this: struct Base* {{.*}}) source "Base::~Base" destructor of Base virtual
// CHECK: free new({{%[0-9]+}}) unit 1 @
// CHECK: function _ZN4BaseC2EPc() {{.*}}alias-of _ZN4BaseC1EPc{{$}}
// CHECK: function _ZN4BaseD2Ev() {{.*}}alias-of _ZN4BaseD1Ev{{$}}
// CHECK: function _ZN4BaseD0Ev() {{.*}}alias-of _ZN4BaseD1Ev{{$}}
// CHECK-LABEL: function _ZN7DerivedC1EPc(
// CHECK: call _ZN4BaseC1EPc({{this|&this->\(Base\)}}, q) construct @
// CHECK-LABEL: function _ZN7DerivedD1Ev(this: struct Derived*
// CHECK: call _ZN4BaseD1Ev({{this|&this->\(Base\)}}) destroy @
// CHECK-NEXT: end this @
// CHECK: function _ZN7DerivedC2EPc() {{.*}}alias-of _ZN7DerivedC1EPc{{$}}
// CHECK: function _ZN7DerivedD2Ev() {{.*}}alias-of _ZN7DerivedD1Ev{{$}}
// CHECK: function _ZN7DerivedD0Ev() {{.*}}alias-of _ZN7DerivedD1Ev{{$}}
// CHECK-LABEL: function _Z5localPc(
// CHECK: call _ZN7DerivedC1EPc(&d, q) construct @
// CHECK: call _ZN7DerivedD1Ev(&d) destroy @
// CHECK-NEXT: end d @
