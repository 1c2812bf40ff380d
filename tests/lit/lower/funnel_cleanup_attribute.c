// Each exit runs its own copy of the cleanup functions, inner before outer, and what is returned is computed before.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int use(char *);
static void cleaner(char **p) { free(*p); }
int cleanup(int n) {
  __attribute__((cleanup(cleaner))) char *p = malloc(n);
  if (n == 3)
    return 3;
  while (n--) {
    __attribute__((cleanup(cleaner))) char *q = malloc(4);
    if (n == 4)
      return 4;
    if (n == 5)
      break;
    if (n == 6)
      continue;
    if (n == 7)
      goto done;
    use(q);
  }
  n = 0;
done:
  return use(p);
}
// CHECK-LABEL: function cleanup(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @6:17
// CHECK-NEXT: begin p @7:43
// CHECK-NEXT: p = alloc malloc((long)n) type char may-fail @7:47
// CHECK-NEXT: if n == 3 goto [[B1:bb[0-9]+]] else [[B3:bb[0-9]+]] @8:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: ret = 3 @9:5
// CHECK-NEXT: goto [[B2:bb[0-9]+]] (return) @9:5
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: call cleaner(&p) @9:5
// CHECK-NEXT: end p @9:5
// CHECK-NEXT: end n @9:5
// CHECK-NEXT: return @9:5
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: goto [[B4:bb[0-9]+]] @10:3
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: [[T1:%[0-9]+]] = n @10:11
// CHECK-NEXT: n = [[T1]] + -1 @10:11
// CHECK-NEXT: if [[T1]] != 0 goto [[B5:bb[0-9]+]] else [[B21:bb[0-9]+]] @10:3
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: end [[T1]] @11:45
// CHECK-NEXT: begin q @11:45
// CHECK-NEXT: q = alloc malloc(4) type char may-fail @11:49
// CHECK-NEXT: if n == 4 goto [[B6:bb[0-9]+]] else [[B9:bb[0-9]+]] @12:9
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: ret = 4 @13:7
// CHECK-NEXT: goto [[B7:bb[0-9]+]] (return) @13:7
// CHECK-NEXT: [[B7]]:
// CHECK-NEXT: call cleaner(&q) @13:7
// CHECK: end q @13:7
// CHECK: call cleaner(&p) @13:7
// CHECK-NEXT: end p @13:7
// CHECK-NEXT: end n @13:7
// CHECK-NEXT: return @13:7
// CHECK-NEXT: [[B9]]:
// CHECK-NEXT: if n == 5 goto [[B10:bb[0-9]+]] else [[B12:bb[0-9]+]] @14:9
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: goto [[B11:bb[0-9]+]] (break) @15:7
// CHECK-NEXT: [[B11]]:
// CHECK-NEXT: call cleaner(&q) @15:7
// CHECK-NEXT: end q @15:7
// CHECK-NEXT: goto [[B22:bb[0-9]+]] (break) @15:7
// CHECK-NEXT: [[B12]]:
// CHECK-NEXT: if n == 6 goto [[B13:bb[0-9]+]] else [[B15:bb[0-9]+]] @16:9
// CHECK-NEXT: [[B13]]:
// CHECK-NEXT: goto [[B14:bb[0-9]+]] (continue) @17:7
// CHECK-NEXT: [[B14]]:
// CHECK-NEXT: call cleaner(&q) @17:7
// CHECK-NEXT: end q @17:7
// CHECK-NEXT: goto [[B4]] (continue) @17:7
// CHECK-NEXT: [[B15]]:
// CHECK-NEXT: if n == 7 goto [[B16:bb[0-9]+]] else [[B18:bb[0-9]+]] @18:9
// CHECK-NEXT: [[B16]]:
// CHECK-NEXT: goto [[B17:bb[0-9]+]] (goto) @19:7
// CHECK-NEXT: [[B17]]:
// CHECK-NEXT: call cleaner(&q) @19:7
// CHECK-NEXT: end q @19:7
// CHECK-NEXT: goto [[B23:bb[0-9]+]] (goto) @19:7
// CHECK-NEXT: [[B18]]:
// CHECK-NEXT: call use(q) @20:5
// CHECK: call cleaner(&q) @21:3
// CHECK: end q @21:3
// CHECK: goto [[B4]] (loop-back) @10:3
// CHECK-NEXT: [[B21]]:
// CHECK-NEXT: end [[T1]] @10:3
// CHECK-NEXT: goto [[B22]]
// CHECK-NEXT: [[B22]]:
// CHECK-NEXT: n = 0 @22:5
// CHECK-NEXT: goto [[B23]] @22:3
// CHECK-NEXT: [[B23]]:
// CHECK-NEXT: ret = call use(p) @24:10
// CHECK-NEXT: goto [[B24:bb[0-9]+]] (return) @24:3
// CHECK-NEXT: [[B24]]:
// CHECK-NEXT: call cleaner(&p) @24:3
// CHECK-NEXT: end p @24:3
// CHECK-NEXT: end n @24:3
// CHECK-NEXT: return @24:3
// CHECK-NEXT: }
