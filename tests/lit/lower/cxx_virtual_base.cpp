// A class with a virtual base: the complete constructor makes the base, the complete destructor runs the body and then
// destroys the base. Nothing calls itself.
// RUN: %custody dump %s | FileCheck %s
struct Base {
  char *b;
  Base() noexcept;
  ~Base();
};
struct V : virtual Base {
  char *v;
  V() noexcept;
  ~V();
};
V::V() noexcept : v(new char) {}
V::~V() { delete v; }
struct W : V {
  char *w;
  ~W();
};
W::~W() { delete[] w; }
// CHECK: struct W size 32
// CHECK: base V at 0
// CHECK: field w: char* at 16
// CHECK-DAG: function _ZN1VC1Ev(this: struct V* {{.*}}) source V::V constructor of V

// The body of ~V deletes v in exactly one function, and nothing calls itself.
// RUN: %custody dump --function=_ZN1VC1Ev %s | FileCheck %s --check-prefix=VC1
// VC1: call _ZN4BaseC1Ev({{&this->\(Base\)|&offset<.*>\(\*this, 16\)}}) construct
// VC1: alloc new(1) type char
// RUN: %custody dump --function=V::~V %s | FileCheck %s --check-prefix=VD --implicit-check-not=" vtt"
// VD: %[[#P:]] = this->v @
// VD: free new(%[[#P]]) unit
// RUN: %custody dump --function=_ZN1VD1Ev %s | FileCheck %s --check-prefix=VD1
// VD1: function _ZN1VD1Ev(
// VD1-NOT: call _ZN1VD1Ev
// VD1: call _ZN4BaseD1Ev({{&this->\(Base\)|&offset<.*>\(\*this, 16\)}}) destroy
// VD1-NOT: call _ZN1VD1Ev

// A field behind a base with a virtual base is a field of the derived class.
// RUN: %custody dump --function=W::~W %s | FileCheck %s --check-prefix=WD
// WD: %[[#P:]] = {{.*}}->w @20
// WD: free "new[]"(%[[#P]]) unit
// WD: call _ZN1VD{{[12]}}Ev(
