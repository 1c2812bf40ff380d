// Bit-fields are loads and masks, kept as conditions; the record knows their bits.
// RUN: %custody dump %s | FileCheck %s
struct flags {
  char *p;
  unsigned owned : 1;
  unsigned kind : 5;
  int level : 4;
};
void release(char *);
void bits(struct flags *f) {
  if (f->owned)
    release(f->p);
  f->owned = 0;
  if (f->kind == 3)
    f->level = -1;
}
// CHECK: field p: char* at 0
// CHECK-NEXT: field owned: uint at 8 bits 1
// CHECK-NEXT: field kind: uint at 8+1 bits 5
// CHECK-NEXT: field level: int at 8+6 bits 4
// CHECK-LABEL: function bits(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin f @10:25
// CHECK-NEXT: if zext<int>(offset<short>(*f, 8) & 1) != 0 goto [[B1:bb[0-9]+]] else [[B2:bb[0-9]+]] @11:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: call release(f->p) @12:5
// CHECK-NEXT: goto [[B2]] @12:5
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: offset<short>(*f, 8) = (offset<short>(*f, 8) & -2) | 0 @13:12
// CHECK-NEXT: if zext<int>((offset<short>(*f, 8) lshr 1) & 31) == 3 goto [[B3:bb[0-9]+]] else [[B4:bb[0-9]+]] @14:7
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: offset<short>(*f, 8) = (offset<short>(*f, 8) & -961) | 960 @15:14
// CHECK-NEXT: goto [[B4]] @15:5
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: end f @16:1
// CHECK-NEXT: return @16:1
// CHECK-NEXT: }
