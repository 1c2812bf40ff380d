// Destructors: the objects that exist at an exit are destroyed on its own path, inner before outer, each before its end.
// Return, break, continue, the end of the body and a throw.
// RUN: %custody dump %s | FileCheck %s
struct S {
  char *p;
  S(int) noexcept;
  ~S();
};
int may(int) noexcept;
int nested(int n) {
  S a(1);
  if (n == 1)
    return 10;
  for (int i = 0; i < n; i++) {
    S b(2);
    if (may(i))
      break;
    if (i == 3)
      continue;
    if (i == 5)
      return 20;
    if (i == 6)
      throw 1;
    may(7);
  }
  return 30;
}
// CHECK-LABEL: function _Z6nestedi(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @10:16
// CHECK-NEXT: begin a @11:5
// CHECK-NEXT: call _ZN1SC1Ei(&a, 1) construct @11:5
// CHECK-NEXT: if n == 1 goto [[B1:bb[0-9]+]] else [[B3:bb[0-9]+]] @12:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: ret = 10 @13:5
// CHECK-NEXT: goto [[B2:bb[0-9]+]] (return) @13:5
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: call _ZN1SD1Ev(&a) destroy @13:5
// CHECK-NEXT: end a @13:5
// CHECK-NEXT: end n @13:5
// CHECK-NEXT: return @13:5
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: begin i @14:12
// CHECK-NEXT: i = 0 @14:12
// CHECK-NEXT: goto [[B4:bb[0-9]+]] @14:8
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: if i < n goto [[B5:bb[0-9]+]] else [[B23:bb[0-9]+]] @14:3
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: begin b @15:7
// CHECK-NEXT: call _ZN1SC1Ei(&b, 2) construct @15:7
// CHECK-NEXT: [[T1:%[0-9]+]] = call _Z3mayi(i) @16:9
// CHECK-NEXT: if [[T1]] != 0 goto [[B6:bb[0-9]+]] else [[B8:bb[0-9]+]] @16:9
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: end [[T1]] @17:7
// CHECK-NEXT: goto [[B7:bb[0-9]+]] (break) @17:7
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: call _ZN1SD1Ev(&b) destroy @17:7
// CHECK-NEXT: end b @17:7
// CHECK-NEXT: end i @17:7
// CHECK-NEXT: goto [[B24:bb[0-9]+]] (break) @17:7
// CHECK-NEXT: [[B8]]:
// CHECK-NEXT: end [[T1]] @18:9
// CHECK-NEXT: if i == 3 goto [[B9:bb[0-9]+]] else [[B11:bb[0-9]+]] @18:9
// CHECK-NEXT: [[B9]]:
// CHECK-NEXT: goto [[B10:bb[0-9]+]] (continue) @19:7
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: call _ZN1SD1Ev(&b) destroy @19:7
// CHECK-NEXT: end b @19:7
// CHECK-NEXT: goto [[B22:bb[0-9]+]] (continue) @19:7
// CHECK-NEXT: [[B11]]:
// CHECK-NEXT: if i == 5 goto [[B12:bb[0-9]+]] else [[B15:bb[0-9]+]] @20:9
// CHECK-NEXT: [[B12]]:
// CHECK-NEXT: ret = 20 @21:7
// CHECK-NEXT: goto [[B13:bb[0-9]+]] (return) @21:7
// CHECK-NEXT: [[B13]]:
// CHECK-NEXT: call _ZN1SD1Ev(&b) destroy @21:7
// CHECK: end b @21:7
// CHECK: end i @21:7
// CHECK: call _ZN1SD1Ev(&a) destroy @21:7
// CHECK-NEXT: end a @21:7
// CHECK-NEXT: end n @21:7
// CHECK-NEXT: return @21:7
// CHECK-NEXT: [[B15]]:
// CHECK-NEXT: if i == 6 goto [[B16:bb[0-9]+]] else [[B19:bb[0-9]+]] @22:9
// CHECK-NEXT: [[B16]]:
// CHECK-NEXT: [[T2:%[0-9]+]] = alloc exception(4) type int @23:7
// CHECK-NEXT: (*[[T2]] as int) = 1 @23:7
// CHECK-NEXT: throw [[T2]] type int info &::_ZTIi @23:7
// CHECK-NEXT: unwind [[B17:bb[0-9]+]] @23:7
// CHECK-NEXT: [[B17]]:
// CHECK-NEXT: offset<void*>([[T3:%[0-9]+]], 0) = catch() cleanup @27:1
// CHECK-NEXT: end [[T2]] @27:1
// CHECK: end [[T3]] @27:1
// CHECK: call _ZN1SD1Ev(&b) destroy on-throw @23:7
// CHECK: end b @23:7
// CHECK-NEXT: end i @23:7
// CHECK: call _ZN1SD1Ev(&a) destroy on-throw @23:7
// CHECK: end a @23:7
// CHECK: end n @23:7
// CHECK-NEXT: resume @23:7
// CHECK-NEXT: [[B19]]:
// CHECK-NEXT: call _Z3mayi(7) @24:5
// CHECK: call _ZN1SD1Ev(&b) destroy @25:3
// CHECK: end b @25:3
// CHECK: goto [[B22]] @25:3
// CHECK-NEXT: [[B22]]:
// CHECK-NEXT: i = i + 1 @14:27
// CHECK-NEXT: goto [[B4]] (loop-back) @14:3
// CHECK-NEXT: [[B23]]:
// CHECK-NEXT: end i @25:3
// CHECK-NEXT: goto [[B24]]
// CHECK-NEXT: [[B24]]:
// CHECK-NEXT: ret = 30 @26:3
// CHECK-NEXT: goto [[B25:bb[0-9]+]] (return) @26:3
// CHECK-NEXT: [[B25]]:
// CHECK-NEXT: call _ZN1SD1Ev(&a) destroy @26:3
// CHECK-NEXT: end a @26:3
// CHECK-NEXT: end n @26:3
// CHECK-NEXT: return @26:3
// CHECK-NEXT: }
