// Several returns of nested scopes share one cleanup block in Clang's IR. Each has its own path here: its own value, its
// own ends, its own position.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int returns(int n) {
  char *p = malloc(n);
  if (!p)
    return -1;
  {
    char *q = malloc(2);
    if (!q)
      return -2;
    free(q);
  }
  free(p);
  return 0;
}
// CHECK-LABEL: function returns(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @5:17
// CHECK-NEXT: begin p @6:9
// CHECK-NEXT: p = alloc malloc((long)n) type char may-fail @6:13
// CHECK-NEXT: if p != null goto [[B1:bb[0-9]+]] else [[B6:bb[0-9]+]] turned @7:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: begin q @10:11
// CHECK-NEXT: q = alloc malloc(2) type char may-fail @10:15
// CHECK-NEXT: if q != null goto [[B2:bb[0-9]+]] else [[B4:bb[0-9]+]] turned @11:9
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: free malloc(q) @13:5
// CHECK-NEXT: end q @14:3
// CHECK-NEXT: free malloc(p) @15:3
// CHECK-NEXT: ret = 0 @16:3
// CHECK-NEXT: goto [[B3:bb[0-9]+]] (return) @16:3
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: end p @16:3
// CHECK-NEXT: end n @16:3
// CHECK-NEXT: return @16:3
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: ret = -2 @12:7
// CHECK-NEXT: goto [[B5:bb[0-9]+]] (return) @12:7
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: end q @12:7
// CHECK-NEXT: end p @12:7
// CHECK-NEXT: end n @12:7
// CHECK-NEXT: return @12:7
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: ret = -1 @8:5
// CHECK-NEXT: goto [[B7:bb[0-9]+]] (return) @8:5
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: end p @8:5
// CHECK-NEXT: end n @8:5
// CHECK-NEXT: return @8:5
// CHECK-NEXT: }
