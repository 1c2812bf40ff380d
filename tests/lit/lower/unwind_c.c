// C has no exceptions: no call unwinds. With -fexceptions it may.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump %s -- -fexceptions | FileCheck %s --check-prefix=EXCEPTIONS
#include <stdlib.h>
void may(char *);
void plain(void) {
  char *p = malloc(1);
  may(p);
  free(p);
}
// CHECK-LABEL: function plain(
// CHECK-NOT: unwind
// CHECK: call may(p) @8:3
// CHECK-NEXT: free malloc(p) @9:3
// CHECK-NEXT: end p @10:1
// CHECK-NEXT: return @10:1
// EXCEPTIONS-LABEL: function plain(
// EXCEPTIONS: p = alloc malloc(1) type char may-fail @7:13
// EXCEPTIONS-NEXT: call may(p) throws @8:3
// EXCEPTIONS-NEXT: then [[ON:bb[0-9]+]] unwind [[OUT:bb[0-9]+]] @8:3
// EXCEPTIONS-NEXT: [[ON]]:
// EXCEPTIONS-NEXT: free malloc(p) @9:3
// EXCEPTIONS: [[OUT]]:
// EXCEPTIONS-NEXT: end p @
// EXCEPTIONS-NEXT: resume @
