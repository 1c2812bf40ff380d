// A chain of labels that undoes what was done: every `goto` keeps its own path to its label, and the ends are those of
// the variables that had begun.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
int use(char *);
int chain(int n) {
  int rc = -1;
  char *a = malloc(1);
  if (!a)
    goto out;
  for (;;) {
    char *b = malloc(2);
    if (!b)
      goto out_a;
    if (use(b)) {
      char *c = malloc(3);
      rc = 1;
      free(b);
      goto out_a;
    }
    free(b);
  }
out_a:
  free(a);
out:
  return rc;
}
// CHECK-LABEL: function chain(
// CHECK: begin rc @7:7
// CHECK-NEXT: rc = -1
// CHECK-NEXT: begin a @8:9
// CHECK-NEXT: a = alloc malloc(1)
// CHECK-NEXT: if a != null goto [[LOOP:bb[0-9]+]] else [[NO_A:bb[0-9]+]] turned @9:7
// CHECK-NEXT: [[LOOP]]:
// CHECK-NEXT: goto [[BODY:bb[0-9]+]] @11:3
// CHECK-NEXT: [[BODY]]: fan-in 2
// CHECK-NEXT: begin b @12:11
// CHECK-NEXT: b = alloc malloc(2) type char may-fail @12:15
// CHECK-NEXT: if b != null goto [[HAVE_B:bb[0-9]+]] else [[NO_B:bb[0-9]+]] turned @13:9
// CHECK-NEXT: [[HAVE_B]]:
// CHECK-NEXT: [[T:%[0-9]+]] = call use(b)
// CHECK-NEXT: if [[T]] != 0 goto [[USED:bb[0-9]+]] else [[AGAIN:bb[0-9]+]] @15:9
// CHECK-NEXT: [[USED]]:
// CHECK-NEXT: end [[T]]
// CHECK-NEXT: begin c @16:13
// CHECK-NEXT: c = alloc malloc(3)
// CHECK-NEXT: rc = 1
// CHECK-NEXT: free malloc(b) @18:7
// CHECK-NEXT: end c @19:7
// CHECK-NEXT: end b @19:7
// CHECK-NEXT: goto [[OUT_A:bb[0-9]+]] (goto) @19:7
// CHECK-NEXT: [[AGAIN]]:
// CHECK-NEXT: end [[T]]
// CHECK-NEXT: free malloc(b) @21:5
// CHECK-NEXT: end b @22:3
// CHECK-NEXT: goto [[BODY]] (loop-back) @11:3
// CHECK-NEXT: [[NO_B]]:
// CHECK-NEXT: end b @14:7
// CHECK-NEXT: goto [[OUT_A]] (goto) @14:7
// CHECK-NEXT: [[OUT_A]]: fan-in 2
// CHECK-NEXT: free malloc(a) @24:3
// CHECK: ret = rc @26:3
// CHECK-NEXT: end a @26:3
// CHECK-NEXT: end rc @26:3
// CHECK-NEXT: end n @26:3
// CHECK-NEXT: return @26:3
// CHECK: [[NO_A]]:
// CHECK-NEXT: goto {{.*}} (goto) @10:5
