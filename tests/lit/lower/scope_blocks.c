// Every variable begins where it is declared and ends where its block ends: bodies and heads of all loops, branches,
// bare blocks, statement expressions.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
void use(char *);
void blocks(char *a) {
  for (char *x = a; *x; x++) {
    char *y = x;
    do {
      char *z = y;
      use(z);
    } while (*y++);
  }
  if (*a) {
    char *t = a;
    use(t);
  } else {
    char *f = a;
    use(f);
  }
  char *s = ({
    char *inner = a;
    inner + 1;
  });
  while (1) {
    char *w = malloc(1);
    if (!w)
      break;
  }
  use(s);
}
void formals(char *a, int n, double d) { use(a); }
// CHECK-LABEL: function blocks(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin a @6:19
// CHECK-NEXT: begin x @7:14
// CHECK-NEXT: x = a @7:14
// CHECK-NEXT: goto [[B1:bb[0-9]+]] @7:8
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: if *x != 0 goto [[B2:bb[0-9]+]] else [[B8:bb[0-9]+]] @7:3
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: begin y @8:11
// CHECK-NEXT: y = x @8:11
// CHECK-NEXT: goto [[B3:bb[0-9]+]] @9:5
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: begin z @10:13
// CHECK-NEXT: z = y @10:13
// CHECK-NEXT: call use(z) @11:7
// CHECK: end z @12:5
// CHECK: [[T1:%[0-9]+]] = y @12:16
// CHECK-NEXT: y = &[[T1]][1] @12:16
// CHECK-NEXT: if *[[T1]] != 0 goto [[B5:bb[0-9]+]]{{( .loop-back.)?}} else [[B6:bb[0-9]+]] @12:5
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: end [[T1]] @12:5
// CHECK-NEXT: goto [[B3]] (loop-back) @12:5
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: end [[T1]] @13:3
// CHECK: end y @13:3
// CHECK: x = &x[1] @7:26
// CHECK-NEXT: goto [[B1]] (loop-back) @7:3
// CHECK-NEXT: [[B8]]:
// CHECK-NEXT: end x @{{7:3|13:3}}
// CHECK-NEXT: if *a != 0 goto [[B9:bb[0-9]+]] else [[B10:bb[0-9]+]] @14:7
// CHECK-NEXT: [[B9]]:
// CHECK-NEXT: begin t @15:11
// CHECK-NEXT: t = a @15:11
// CHECK-NEXT: call use(t) @16:5
// CHECK-NEXT: end t @17:3
// CHECK-NEXT: goto [[B11:bb[0-9]+]] @17:3
// CHECK-NEXT: [[B10]]:
// CHECK-NEXT: begin f @18:11
// CHECK-NEXT: f = a @18:11
// CHECK-NEXT: call use(f) @19:5
// CHECK-NEXT: end f @20:3
// CHECK-NEXT: goto [[B11]]
// CHECK-NEXT: [[B11]]:
// CHECK-NEXT: begin s @21:9
// CHECK-NEXT: begin inner @22:11
// CHECK-NEXT: inner = a @22:11
// CHECK-NEXT: tmp = &inner[1] @22:5
// CHECK-NEXT: [[T2:%[0-9]+]] = tmp @24:3
// CHECK-NEXT: end tmp @24:3
// CHECK-NEXT: end inner @24:3
// CHECK-NEXT: s = [[T2]] @21:9
// CHECK-NEXT: end [[T2]] @21:9
// CHECK-NEXT: goto [[B12:bb[0-9]+]] @25:3
// CHECK-NEXT: [[B12]]:
// CHECK-NEXT: begin w @26:11
// CHECK-NEXT: w = alloc malloc(1) type char may-fail @26:15
// CHECK-NEXT: if w != null goto [[B13:bb[0-9]+]] else [[B14:bb[0-9]+]] turned @27:9
// CHECK-NEXT: [[B13]]:
// CHECK-NEXT: end w @29:3
// CHECK-NEXT: goto [[B12]] (loop-back) @25:3
// CHECK-NEXT: [[B14]]:
// CHECK-NEXT: end w @28:7
// CHECK-NEXT: goto [[B15:bb[0-9]+]] (break) @28:7
// CHECK-NEXT: [[B15]]:
// CHECK-NEXT: call use(s) @30:3
// CHECK-NEXT: end s @31:1
// CHECK-NEXT: end a @31:1
// CHECK-NEXT: return @31:1
// CHECK-NEXT: }
// CHECK-LABEL: function formals(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin a @32:20
// CHECK-NEXT: begin n @32:27
// CHECK-NEXT: begin d @32:37
// CHECK-NEXT: call use(a) @32:42
// CHECK-NEXT: end d @32:50
// CHECK-NEXT: end n @32:50
// CHECK-NEXT: end a @32:50
// CHECK-NEXT: return @32:50
// CHECK-NEXT: }
