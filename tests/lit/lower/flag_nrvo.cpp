// The named return value is destroyed only where another path is taken. Clang keeps a flag; each exit knows its value.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R() noexcept;
  R(const R &) noexcept;
  ~R();
};
R named(int n) {
  R r;
  if (n == 1)
    return r;
  if (n == 2)
    throw n;
  if (n == 3) {
    R other;
    return other;
  }
  return r;
}
R one(int n) {
  {
    R r;
    if (n)
      return r;
  }
  return R();
}
// CHECK-LABEL: function _Z5namedi(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @9:13
// CHECK-NEXT: begin r @10:5
// CHECK-NEXT: call _ZN1RC1Ev(&r) construct @10:5
// CHECK-NEXT: if n == 1 goto [[B1:bb[0-9]+]] else [[B3:bb[0-9]+]] @11:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: call _ZN1RC1ERKS_(&ret, &r) construct @12:12
// CHECK-NEXT: goto [[B2:bb[0-9]+]] (return) @12:5
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: call _ZN1RD1Ev(&r) destroy @12:5
// CHECK-NEXT: end r @12:5
// CHECK-NEXT: end n @12:5
// CHECK-NEXT: return @12:5
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: if n == 2 goto [[B4:bb[0-9]+]] else [[B7:bb[0-9]+]] @13:7
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: [[T1:%[0-9]+]] = alloc exception(4) type int @14:5
// CHECK-NEXT: (*[[T1]] as int) = n @14:5
// CHECK-NEXT: throw [[T1]] type int info &::_ZTIi @14:5
// CHECK-NEXT: unwind [[B5:bb[0-9]+]] @14:5
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: offset<void*>([[T2:%[0-9]+]], 0) = catch() cleanup @20:1
// CHECK-NEXT: end [[T1]] @20:1
// CHECK: end [[T2]] @20:1
// CHECK: call _ZN1RD1Ev(&r) destroy on-throw @14:5
// CHECK: end r @14:5
// CHECK: end n @14:5
// CHECK-NEXT: resume @14:5
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: if n == 3 goto [[B8:bb[0-9]+]] else [[B11:bb[0-9]+]] @15:7
// CHECK-NEXT: [[B8]]:
// CHECK-NEXT: call _ZN1RC1Ev(&ret) construct @16:7
// CHECK: goto {{.*}} (return) @17:5
// CHECK-NOT: _ZN1RD1Ev(&ret)
// CHECK: call _ZN1RD1Ev(&r) destroy @17:5
// CHECK-NEXT: end r @17:5
// CHECK-NEXT: end n @17:5
// CHECK-NEXT: return @17:5
// CHECK-NEXT: [[B11]]:
// CHECK-NEXT: call _ZN1RC1ERKS_(&ret, &r) construct @19:10
// CHECK-NEXT: goto [[B12:bb[0-9]+]] (return) @19:3
// CHECK-NEXT: [[B12]]:
// CHECK-NEXT: call _ZN1RD1Ev(&r) destroy @19:3
// CHECK-NEXT: end r @19:3
// CHECK-NEXT: end n @19:3
// CHECK-NEXT: return @19:3
// CHECK-NEXT: }
// CHECK-LABEL: function _Z3onei(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @21:11
// CHECK-NEXT: call _ZN1RC1Ev(&ret) construct @23:7
// CHECK-NEXT: if n != 0 goto [[B1:bb[0-9]+]] else [[B5:bb[0-9]+]] @24:9
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: goto [[B2:bb[0-9]+]] (return) @25:7
// CHECK-NEXT: [[B2]]:
// CHECK: end n @25:7
// CHECK-NEXT: return @25:7
// CHECK-NEXT: [[B5]]:
// CHECK: call _ZN1RD1Ev(&ret) destroy @26:3
// CHECK: call _ZN1RC1Ev(&ret) construct @27:10
// CHECK-NEXT: goto [[B10:bb[0-9]+]] (return) @27:3
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: end n @27:3
// CHECK-NEXT: return @27:3
// CHECK-NEXT: }
