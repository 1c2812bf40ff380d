// A constructor that throws destroys the bases and members that exist already, in reverse order; a function-try-block
// catches after that.
// RUN: %custody dump %s | FileCheck %s
struct A {
  char *a;
  A();
  ~A();
};
struct B {
  char *b;
  B(int);
  ~B();
};
struct C : A {
  B first;
  char *p;
  B second;
  C(int n);
};
C::C(int n) : first(1), p(new char), second(2) {}
// CHECK-LABEL: function _ZN1CC1Ei(
// CHECK: call _ZN1AC1Ev([[THIS:[^ ]+]]) construct throws @
// CHECK-NEXT: then {{.*}} unwind [[NO_A:bb[0-9]+]] @
// CHECK: call _ZN1BC1Ei([[FIRST:.*]], 1) construct throws @20:15
// CHECK-NEXT: then {{.*}} unwind [[NO_FIRST:bb[0-9]+]] @
// CHECK: [[P:%[0-9]+]] = alloc new(1) type char unit {{[0-9]+}} @20:27
// CHECK-NEXT: then {{.*}} unwind [[NO_P:bb[0-9]+]] @
// CHECK: = [[P]] @20:25
// CHECK: call _ZN1BC1Ei(&{{.*}}->second, 2) construct throws @20:38
// CHECK-NEXT: then {{.*}} unwind [[NO_SECOND:bb[0-9]+]] @
// CHECK: return @20:49

// second threw: first, then the base is destroyed. What p points to is lost.
// CHECK: [[NO_SECOND]]:
// CHECK-NOT: free
// CHECK: call _ZN1BD1Ev([[FIRST]]) destroy on-throw @
// CHECK: goto [[BASE:bb[0-9]+]]
// CHECK: [[NO_P]]:
// CHECK: call _ZN1BD1Ev([[FIRST]]) destroy on-throw @
// CHECK: goto [[BASE]]
// CHECK: [[NO_FIRST]]:
// CHECK-NOT: _ZN1BD1Ev
// CHECK: [[BASE]]:
// CHECK: call _ZN1AD1Ev([[THIS]]) destroy on-throw @
// CHECK: resume @
// CHECK: [[NO_A]]:
// CHECK-NOT: _ZN1AD1Ev
// CHECK: resume @
