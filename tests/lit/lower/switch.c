// Switches: cases, ranges, fall through, default in the middle, negative and large values, no default.
// RUN: %custody dump %s | FileCheck %s
void use(int);
void cases(int n, unsigned long m) {
  switch (n) {
  case -1:
    use(1);
  default:
    use(2);
    break;
  case 2 ... 4:
    use(3);
  }
  switch (m) {
  case 0xffffffffffffffff:
    use(4);
    break;
  case 7:
    return;
  }
  while (n)
    switch (n) {
    case 1:
      continue;
    case 2:
      break;
    }
}
// CHECK-LABEL: function cases(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @4:16
// CHECK-NEXT: begin m @4:33
// CHECK-NEXT: switch n { -1: [[B1:bb[0-9]+]], 2: [[B3:bb[0-9]+]], 3: [[B3]], 4: [[B3]], default: [[B2:bb[0-9]+]] } @5:3
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: call use(1) @7:5
// CHECK-NEXT: goto [[B2]] @7:5
// CHECK-NEXT: [[B2]]: fan-in 2
// CHECK-NEXT: call use(2) @9:5
// CHECK-NEXT: goto [[B4:bb[0-9]+]] (break) @10:5
// CHECK-NEXT: [[B3]]: fan-in 3
// CHECK-NEXT: call use(3) @12:5
// CHECK-NEXT: goto [[B4]] @13:3
// CHECK-NEXT: [[B4]]: fan-in 2
// CHECK-NEXT: switch m { -1: [[B5:bb[0-9]+]], 7: [[B13:bb[0-9]+]], default: [[B6:bb[0-9]+]] } @14:3
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: call use(4) @16:5
// CHECK-NEXT: goto [[B6]] (break) @17:5
// CHECK-NEXT: [[B6]]: fan-in 2
// CHECK-NEXT: goto [[B7:bb[0-9]+]] @21:3
// CHECK-NEXT: [[B7]]: fan-in 3
// CHECK-NEXT: if n != 0 goto [[B8:bb[0-9]+]] else [[B12:bb[0-9]+]] @21:3
// CHECK-NEXT: [[B8]]:
// CHECK-NEXT: switch n { 1: [[B9:bb[0-9]+]], 2: [[B10:bb[0-9]+]], default: [[B11:bb[0-9]+]] } @22:5
// CHECK-NEXT: [[B9]]:
// CHECK-NEXT: goto [[B7]] (continue) @24:7
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: goto [[B11]] (break) @26:7
// CHECK-NEXT: [[B11]]: fan-in 2
// CHECK-NEXT: goto [[B7]] (loop-back) @21:3
// CHECK-NEXT: [[B12]]: fan-in 2
// CHECK-NEXT: end m @28:1
// CHECK-NEXT: end n @28:1
// CHECK-NEXT: return @28:1
// CHECK-NEXT: [[B13]]:
// CHECK-NEXT: goto [[B14:bb[0-9]+]] (return) @19:5
// CHECK-NEXT: [[B14]]:
// CHECK-NEXT: end m @19:5
// CHECK-NEXT: end n @19:5
// CHECK-NEXT: return @19:5
// CHECK-NEXT: }
