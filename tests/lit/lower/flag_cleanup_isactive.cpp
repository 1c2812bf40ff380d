// Cleanups that are switched on and off while a full expression is evaluated: arguments that are built one after the
// other, the memory of a new-expression whose arguments throw. No flag is left, each path has just its cleanups.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not=cleanup.isactive --implicit-check-not=cleanup.cond
struct R {
  char *p;
  R(int);
  R(const R &);
  ~R();
};
struct Node {
  Node(const R &);
};
Node *make(int n) { return n ? new Node(R(n)) : nullptr; }
// CHECK-LABEL: function _Z4makei(
// CHECK: if n != 0 goto [[NEW:bb[0-9]+]] else [[NULL:bb[0-9]+]] @13:28
// CHECK-NEXT: [[NEW]]:
// CHECK-NEXT: [[T1:%[0-9]+]] = alloc new(1) type struct Node unit 1 @13:32
// CHECK-NEXT: then [[B2:bb[0-9]+]] unwind [[NO_MEMORY:bb[0-9]+]] @13:32
// CHECK-NEXT: [[B2]]:
// CHECK: begin "ref.tmp" @13:41
// CHECK-NEXT: call _ZN1RC1Ei(&"ref.tmp", n) construct throws @13:41
// CHECK-NEXT: then [[B3:bb[0-9]+]] unwind [[NO_ARGUMENT:bb[0-9]+]] @13:41
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: call _ZN4NodeC1ERK1R([[T1]], &"ref.tmp") construct throws unit 1 @13:36
// CHECK-NEXT: then {{bb[0-9]+}} unwind [[NO_NODE:bb[0-9]+]] @13:36

// Nothing is freed where all went well.
// CHECK-NOT: free
// CHECK: ret = {{%[0-9]+}} @13:21
// CHECK-NOT: free
// CHECK: call _ZN1RD1Ev(&"ref.tmp") destroy @13:21
// CHECK-NEXT: end "ref.tmp" @13:21
// CHECK-NOT: free
// CHECK: return @13:21

// The constructor threw: the argument is destroyed, then the memory is released, by the same unit.
// CHECK: [[NO_NODE]]:
// CHECK: call _ZN1RD1Ev(&"ref.tmp") destroy on-throw
// CHECK-NEXT: end "ref.tmp"
// CHECK: [[NO_ARGUMENT]]:
// CHECK-NOT: _ZN1RD1Ev
// CHECK: free new({{.*}}) on-throw unit 1 @
// CHECK-NOT: free
// CHECK: resume
// CHECK: [[NULL]]:
// CHECK-NOT: free
// CHECK: return @13:21
