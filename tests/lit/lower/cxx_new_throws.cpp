// The release that runs when a constructor throws belongs to its new-expression; so does a placement operator delete.
// A constructor that cannot throw has none. An allocation that may fail tests for null before constructing.
// RUN: %custody dump %s | FileCheck %s
#include <new>
struct S {
  char *p;
  S(int);
  S(char *) noexcept;
};
struct Pool;
struct P {
  P();
  void *operator new(unsigned long, Pool &);
  void operator delete(void *, Pool &);
};
S *throwing(int n) { return new S(n); }
S *silent(char *p) { return new S(p); }
S *checked(char *p) { return new (std::nothrow) S(p); }
P *pooled(Pool &pool) { return new (pool) P; }
S *placed(void *where, int n) { return new (where) S(n); }
S *value() { return new S{3}; }
// CHECK-LABEL: function _Z8throwingi(
// CHECK: [[T:%[0-9]+]] = alloc new(8) type struct S unit [[#U:]] @16:29
// CHECK-NEXT: then {{.*}} unwind [[NO_MEMORY:bb[0-9]+]] @
// CHECK: call _ZN1SC1Ei([[T]], n) construct throws unit [[#U]] @16:33
// CHECK-NEXT: then {{.*}} unwind [[THROWN:bb[0-9]+]] @
// CHECK: ret = [[T]] @16:22
// CHECK: [[THROWN]]:
// CHECK: free new([[T]]) on-throw unit [[#U]] @16:29
// CHECK-NEXT: end [[T]] @
// CHECK: resume @
// CHECK: [[NO_MEMORY]]:
// CHECK-NOT: free
// CHECK: resume @
// CHECK-LABEL: function _Z6silentPc(
// CHECK: [[T:%[0-9]+]] = alloc new(8) type struct S unit [[#U:]] @17:29
// CHECK: call _ZN1SC1EPc([[T]], p) construct unit [[#U]] @17:33
// CHECK-NOT: free
// CHECK-LABEL: function _Z7checkedPc(
// CHECK: [[T:%[0-9]+]] = alloc new(8) type struct S may-fail unit [[#U:]] @18:30
// CHECK-NEXT: if [[T]] == null goto [[NULL:bb[0-9]+]] else [[MADE:bb[0-9]+]] @18:30
// CHECK: [[NULL]]:
// CHECK-NOT: construct
// CHECK: [[MADE]]:
// CHECK-NEXT: call _ZN1SC1EPc([[T]], p) construct unit [[#U]] @18:49
// CHECK-LABEL: function _Z6pooledR4Pool(
// CHECK: [[T:%[0-9]+]] = call _ZN1PnwEmR4Pool({{[^,]*}}, {{[^,]*}}) throws unit [[#U:]] @19:32
// CHECK: call _ZN1PC1Ev([[T]]) construct throws unit [[#U]] @19:43
// CHECK: call _ZN1PdlEPvR4Pool([[T]], {{.*}}) on-throw unit [[#U]] @19:32
// CHECK-LABEL: function _Z6placedPvi(
// CHECK-NOT: alloc
// CHECK: call _ZN1SC1Ei({{where|%[0-9]+}}, n) construct throws{{.*}} @20:52
// CHECK-NOT: free
// CHECK-LABEL: function _Z5valuev(
// CHECK: [[T:%[0-9]+]] = alloc new(8) type struct S unit [[#U:]] @21:21
// CHECK: call _ZN1SC1Ei([[T]], 3) construct throws unit [[#U]] @21:25
// CHECK: free new([[T]]) on-throw unit [[#U]] @21:21
