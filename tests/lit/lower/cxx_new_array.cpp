// `new[]` and `delete[]` of a class with a destructor: the cookie and the loops are part of one unit each.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R();
  ~R();
};
R *make(int n) { return new R[n]; }
void drop(R *a) { delete[] a; }
int *numbers(int n) { return new int[n]; }
void forget(int *a) { delete[] a; }
// CHECK-LABEL: function _Z4makei(
// CHECK: [[A:%[0-9]+]] = alloc "new[]"({{.*}}) type struct R unit [[#U:]] @8:25
// CHECK-NEXT: then {{.*}} unwind
// CHECK: call _ZN1RC1Ev([[A]]) construct each throws unit [[#U]] @8:25
// CHECK-NEXT: then {{.*}} unwind [[PAD:bb[0-9]+]]
// CHECK: ret = [[A]] @8:18
// CHECK: return @8:18

// A constructor throws: what was constructed is destroyed, unconditionally for the whole array, and the memory released.
// CHECK: [[PAD]]:
// CHECK-NOT: if
// CHECK: call _ZN1RD1Ev([[A]]) destroy each on-throw unit [[#U]] @8:25
// CHECK-NOT: if
// CHECK: free "new[]"([[A]]) on-throw unit [[#U]] @8:25
// CHECK: resume

// CHECK-LABEL: function _Z4dropP1R(
// CHECK: [[T:%[0-9]+]] = a @
// CHECK-NEXT: if [[T]] == null goto
// CHECK-NOT: if
// CHECK-NOT: offset
// CHECK: call _ZN1RD1Ev([[T]]) destroy each unit [[#V:]] @9:19
// CHECK-NOT: if
// CHECK: free "new[]"([[T]]) unit [[#V]] @9:19
// CHECK-NEXT: end [[T]] @
// CHECK-LABEL: function _Z7numbersi(
// CHECK-NOT: construct
// CHECK: = alloc "new[]"({{.*}}) type int unit {{[0-9]+}} @10:30
// CHECK-NOT: construct
// CHECK-LABEL: function _Z6forgetPi(
// CHECK-NOT: destroy
// CHECK: free "new[]"({{%[0-9]+}}) unit {{[0-9]+}} @11:23
