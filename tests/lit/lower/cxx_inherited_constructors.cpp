// Inherited and delegating constructors: an inherited one is a constructor of the derived class, with the base's
// arguments; behind a delegation the whole object exists, and is destroyed if the rest throws.
// RUN: %custody dump %s | FileCheck %s
struct Base {
  char *p;
  Base(char *q) noexcept;
  ~Base();
};
struct Inheriting : Base {
  using Base::Base;
  char *own = new char;
};
struct Delegating : Base {
  char *own;
  Delegating(char *q) : Base(q), own(nullptr) {}
  Delegating() : Delegating(nullptr) { own = new char; }
};
void both(char *p) {
  Inheriting i(p);
  Delegating d;
}
// CHECK-LABEL: function _ZN10DelegatingC1Ev(
// CHECK: call _ZN10DelegatingC1EPc([[THIS:[^,]+]], null) construct {{.*}}@16:18
// CHECK: alloc new(1) type char unit 1 @16:46
// CHECK-NEXT: then {{.*}} unwind [[PAD:bb[0-9]+]] @
// CHECK: [[PAD]]:
// CHECK: call _ZN10DelegatingD1Ev([[THIS]]) destroy on-throw @
// CHECK: resume @
// CHECK-LABEL: function _Z4bothPc(
// CHECK: call _ZN10InheritingCI14BaseEPc(&i, p) construct throws @
// CHECK: call _ZN10DelegatingC1Ev(&d) construct throws @
// CHECK: call _ZN10DelegatingD1Ev(&d) destroy @
// CHECK-NEXT: end d @
// CHECK-NEXT: call _ZN10InheritingD1Ev(&i) destroy @
// CHECK-NEXT: end i @
// CHECK-LABEL: function _ZN10InheritingCI14BaseEPc(this: struct Inheriting* {{.*}}, "{{.*}}": char* {{.*}} constructor of Inheriting
// CHECK: call _ZN4BaseC1EPc({{.*}}) construct @
// CHECK: alloc new(1) type char unit 1 @11:15
// CHECK: function _ZN10InheritingCI24BaseEPc() {{.*}}alias-of _ZN10InheritingCI14BaseEPc
