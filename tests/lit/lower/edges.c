// The kind of every edge.
// RUN: %custody dump %s | FileCheck %s
int test(int);
int edges(int n) {
  if (test(1))
    n = 1;
  for (;;) {
    if (test(2))
      break;
    if (test(3))
      continue;
    if (test(4))
      goto out;
    if (test(5))
      return 5;
    n = 6;
  }
  do {
    n = 7;
  } while (test(8));
  while (test(9))
    n = 10;
out:
  return n;
}
// CHECK-LABEL: function edges(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @4:15
// CHECK-NEXT: [[T1:%[0-9]+]] = call test(1) @5:7
// CHECK-NEXT: if [[T1]] != 0 goto [[B1:bb[0-9]+]] else [[B2:bb[0-9]+]] @5:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: end [[T1]] @6:7
// CHECK-NEXT: n = 1 @6:7
// CHECK-NEXT: goto [[B3:bb[0-9]+]] @6:5
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: end [[T1]] @5:7
// CHECK-NEXT: goto [[B3]] (branch) @5:7
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: goto [[B4:bb[0-9]+]] @7:3
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: [[T2:%[0-9]+]] = call test(2) @8:9
// CHECK-NEXT: if [[T2]] != 0 goto [[B5:bb[0-9]+]] else [[B14:bb[0-9]+]] @8:9
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: end [[T2]] @9:7
// CHECK-NEXT: goto [[B6:bb[0-9]+]] (break) @9:7
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: goto [[B7:bb[0-9]+]] @18:3
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: n = 7 @19:7
// CHECK: [[T3:%[0-9]+]] = call test(8) @20:12
// CHECK-NEXT: if [[T3]] != 0 goto [[B9:bb[0-9]+]] else [[B10:bb[0-9]+]] @20:3
// CHECK-NEXT: [[B9]]:
// CHECK-NEXT: end [[T3]] @20:3
// CHECK-NEXT: goto [[B7]] (loop-back) @20:3
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: end [[T3]] @21:3
// CHECK-NEXT: goto [[B11:bb[0-9]+]] @21:3
// CHECK-NEXT: [[B11]]:
// CHECK-NEXT: [[T4:%[0-9]+]] = call test(9) @21:10
// CHECK-NEXT: if [[T4]] != 0 goto [[B12:bb[0-9]+]] else [[B13:bb[0-9]+]] @21:3
// CHECK-NEXT: [[B12]]:
// CHECK-NEXT: end [[T4]] @22:7
// CHECK-NEXT: n = 10 @22:7
// CHECK-NEXT: goto [[B11]] (loop-back) @21:3
// CHECK-NEXT: [[B13]]:
// CHECK-NEXT: end [[T4]] @21:3
// CHECK-NEXT: goto [[B18:bb[0-9]+]] @21:3
// CHECK-NEXT: [[B14]]:
// CHECK-NEXT: end [[T2]] @10:9
// CHECK-NEXT: [[T5:%[0-9]+]] = call test(3) @10:9
// CHECK-NEXT: if [[T5]] != 0 goto [[B15:bb[0-9]+]] else [[B16:bb[0-9]+]] @10:9
// CHECK-NEXT: [[B15]]:
// CHECK-NEXT: end [[T5]] @11:7
// CHECK-NEXT: goto [[B4]] (continue) @11:7
// CHECK-NEXT: [[B16]]:
// CHECK-NEXT: end [[T5]] @12:9
// CHECK-NEXT: [[T6:%[0-9]+]] = call test(4) @12:9
// CHECK-NEXT: if [[T6]] != 0 goto [[B17:bb[0-9]+]] else [[B20:bb[0-9]+]] @12:9
// CHECK-NEXT: [[B17]]:
// CHECK-NEXT: end [[T6]] @13:7
// CHECK-NEXT: goto [[B18]] (goto) @13:7
// CHECK-NEXT: [[B18]]:
// CHECK-NEXT: ret = n @24:3
// CHECK-NEXT: goto [[B19:bb[0-9]+]] (return) @24:3
// CHECK-NEXT: [[B19]]:
// CHECK-NEXT: end n @24:3
// CHECK-NEXT: return @24:3
// CHECK-NEXT: [[B20]]:
// CHECK-NEXT: end [[T6]] @14:9
// CHECK-NEXT: [[T7:%[0-9]+]] = call test(5) @14:9
// CHECK-NEXT: if [[T7]] != 0 goto [[B21:bb[0-9]+]] else [[B23:bb[0-9]+]] @14:9
// CHECK-NEXT: [[B21]]:
// CHECK-NEXT: end [[T7]] @15:7
// CHECK-NEXT: ret = 5 @15:7
// CHECK-NEXT: goto [[B22:bb[0-9]+]] (return) @15:7
// CHECK-NEXT: [[B22]]:
// CHECK-NEXT: end n @15:7
// CHECK-NEXT: return @15:7
// CHECK-NEXT: [[B23]]:
// CHECK-NEXT: end [[T7]] @16:7
// CHECK-NEXT: n = 6 @16:7
// CHECK-NEXT: goto [[B4]] (loop-back) @7:3
// CHECK-NEXT: }
