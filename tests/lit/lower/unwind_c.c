// C has no exceptions: no call unwinds. With -fexceptions cleanups get landing pads.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump --function=guarded %s -- -fexceptions | FileCheck %s --check-prefix=PAD
#include <stdlib.h>
void may(char *);
void plain(void) {
  char *p = malloc(1);
  may(p);
  free(p);
}
static void cleaner(char **p) { free(*p); }
void guarded(void) {
  __attribute__((cleanup(cleaner))) char *p = malloc(1);
  may(p);
}
// CHECK-LABEL: function plain(
// CHECK-NOT: unwind
// CHECK: call may(p) @8:3
// CHECK-NEXT: free malloc(p) @9:3
// CHECK-NEXT: end p @10:1
// CHECK-NEXT: return @10:1
// PAD: call may(p) throws @14:3
// PAD-NEXT: then {{.*}} unwind [[PAD:bb[0-9]+]] @
// PAD: call cleaner(&p) @15:1
// PAD: return @15:1
// PAD: [[PAD]]:
// PAD-NEXT: catch() cleanup
// PAD: call cleaner(&p) {{.*}}on-throw @
// PAD: end p @
// PAD-NEXT: resume @
