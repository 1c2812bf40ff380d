// A temporary of one arm of a conditional is destroyed only if that arm was taken. Clang keeps a flag `cleanup.cond`; here
// each path knows.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not=cleanup.cond
struct R {
  char *p;
  R() noexcept;
  R(const R &) noexcept;
  ~R();
};
int look(const R &) noexcept;
void sink(int) noexcept;
void conditional(int n) {
  sink(n ? look(R()) : 7);
}
void logical(int n) {
  if (n && look(R()))
    sink(1);
}
// CHECK-LABEL: function _Z11conditionali(
// CHECK: if n != 0 goto [[YES:bb[0-9]+]] else [[NO:bb[0-9]+]] @13:8
// CHECK-NEXT: [[YES]]:
// CHECK-NEXT: begin "ref.tmp" @13:17
// CHECK-NEXT: call _ZN1RC1Ev(&"ref.tmp") construct @13:17
// CHECK-NEXT: [[T1:%[0-9]+]] = call _Z4lookRK1R(&"ref.tmp") @13:12
// CHECK-NEXT: [[T2:%[0-9]+]] = [[T1]] @13:8
// CHECK-NEXT: end [[T1]] @13:8
// CHECK: call _Z4sinki([[T2]]) @13:3
// CHECK-NEXT: end [[T2]] @13:3
// CHECK-NOT: if
// CHECK: call _ZN1RD1Ev(&"ref.tmp") destroy @13:3
// CHECK-NEXT: end "ref.tmp" @13:3
// CHECK: [[NO]]:
// CHECK-NEXT: [[T2]] = 7 @13:8
// CHECK: call _Z4sinki([[T2]]) @13:3
// CHECK-NEXT: end [[T2]] @13:3
// CHECK-NOT: if
// CHECK-NOT: _ZN1RD1Ev
// CHECK: end n @14:1
// CHECK-NEXT: return @14:1
// CHECK-LABEL: function _Z7logicali(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @15:18
// CHECK-NEXT: if n != 0 goto [[B1:bb[0-9]+]] else [[B4:bb[0-9]+]] @16:9
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: begin "ref.tmp" @16:17
// CHECK-NEXT: call _ZN1RC1Ev(&"ref.tmp") construct @16:17
// CHECK-NEXT: [[T1:%[0-9]+]] = call _Z4lookRK1R(&"ref.tmp") @16:12
// CHECK-NEXT: [[T2:%[0-9]+]] = [[T1]] != 0
// CHECK-NEXT: end [[T1]]
// CHECK: call _ZN1RD1Ev(&"ref.tmp") destroy @16:7
// CHECK-NEXT: end "ref.tmp" @16:7
// CHECK-NEXT: goto [[B6:bb[0-9]+]] @16:7
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: [[T2]] = 0 @16:9
// CHECK-NEXT: goto [[B5:bb[0-9]+]] (branch) @16:9
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: goto [[B6]] @16:7
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: if [[T2]] goto [[B7:bb[0-9]+]] else [[B9:bb[0-9]+]] @16:7
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: end [[T2]] @
// CHECK-NEXT: call _Z4sinki(1) @17:5
// CHECK: end n @18:1
// CHECK-NEXT: return @18:1
