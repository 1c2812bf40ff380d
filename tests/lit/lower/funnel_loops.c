// Break, continue, return and the end of the body leave a loop's scope each on its own path.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int use(char *);
int loop(int n) {
  int i;
  for (i = 0; i < n; i++) {
    char *p = malloc(i);
    if (!p)
      break;
    if (use(p))
      continue;
    if (i == 7)
      return 1;
    free(p);
  }
  return 0;
}
// CHECK-LABEL: function loop(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @5:14
// CHECK-NEXT: begin i @6:7
// CHECK-NEXT: i = 0 @7:10
// CHECK-NEXT: goto [[B1:bb[0-9]+]] @7:8
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: if i < n goto [[B2:bb[0-9]+]] else [[B11:bb[0-9]+]] @7:3
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: begin p @8:11
// CHECK-NEXT: p = alloc malloc((long)i) type char may-fail @8:15
// CHECK-NEXT: if p != null goto [[B3:bb[0-9]+]] else [[B10:bb[0-9]+]] turned @9:9
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: [[T1:%[0-9]+]] = call use(p) @11:9
// CHECK-NEXT: if [[T1]] != 0 goto [[B4:bb[0-9]+]] else [[B5:bb[0-9]+]] @11:9
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: end [[T1]] @12:7
// CHECK-NEXT: end p @12:7
// CHECK-NEXT: goto [[B9:bb[0-9]+]] (continue) @12:7
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: end [[T1]] @13:9
// CHECK-NEXT: if i == 7 goto [[B6:bb[0-9]+]] else [[B8:bb[0-9]+]] @13:9
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: ret = 1 @14:7
// CHECK-NEXT: goto [[B7:bb[0-9]+]] (return) @14:7
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: end p @14:7
// CHECK-NEXT: end i @14:7
// CHECK-NEXT: end n @14:7
// CHECK-NEXT: return @14:7
// CHECK-NEXT: [[B8]]:
// CHECK-NEXT: free malloc(p) @15:5
// CHECK-NEXT: end p @16:3
// CHECK-NEXT: goto [[B9]] @16:3
// CHECK-NEXT: [[B9]]:
// CHECK-NEXT: i = i + 1 @7:23
// CHECK-NEXT: goto [[B1]] (loop-back) @7:3
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: end p @10:7
// CHECK-NEXT: goto [[B11]] (break) @10:7
// CHECK-NEXT: [[B11]]:
// CHECK-NEXT: ret = 0 @17:3
// CHECK-NEXT: goto [[B12:bb[0-9]+]] (return) @17:3
// CHECK-NEXT: [[B12]]:
// CHECK-NEXT: end i @17:3
// CHECK-NEXT: end n @17:3
// CHECK-NEXT: return @17:3
// CHECK-NEXT: }
