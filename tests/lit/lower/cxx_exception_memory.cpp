// Memory of exceptions is a family of its own: allocated by a throw, released by the runtime.
// RUN: %custody dump %s | FileCheck %s
struct E {
  char *text;
  E(char *);
  E(const E &);
  ~E();
};
void raise(char *p) { throw E(p); }
void number(long n) { throw n; }
void again() { throw; }
// CHECK-LABEL: function _Z5raisePc(
// CHECK: [[T:%[0-9]+]] = alloc exception(8){{.*}} @9:23
// CHECK-NEXT: call _ZN1EC1EPc([[T]], p) construct throws @9:29
// CHECK-NEXT: then [[MADE:bb[0-9]+]] unwind [[FAILED:bb[0-9]+]] @
// CHECK-NEXT: [[MADE]]:
// CHECK-NEXT: throw [[T]] type struct E info &::_ZTI1E @9:23
// CHECK-NEXT: unwind [[OUT:bb[0-9]+]] @
// CHECK-NEXT: [[OUT]]:
// CHECK-NEXT: end [[T]] @
// CHECK-NEXT: end p @
// CHECK-NEXT: resume @
// CHECK-NEXT: [[FAILED]]:
// CHECK: free exception([[T]]) on-throw @9:23
// CHECK-NEXT: end [[T]] @
// CHECK: resume @
// CHECK-LABEL: function _Z6numberl(
// CHECK: [[T:%[0-9]+]] = alloc exception(8){{.*}} @10:23
// CHECK-NEXT: (*[[T]] as long) = n @
// CHECK-NEXT: throw [[T]] type long info &::_ZTIl @10:23
// CHECK-LABEL: function _Z5againv(
// CHECK: throw @11:16
// CHECK-NEXT: unwind
