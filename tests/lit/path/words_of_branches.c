// A branch is told as the source has it.
// XFAIL: *
// The word is that of the branch in the heap IR, where the condition is turned round.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s
#include <stdlib.h>

int works(void);

// CHECK: in 'told_bad'
// CHECK: taking the true branch
// CHECK-NOT: taking the false branch
int told_bad(void) {
  char *p = malloc(3);
  if (!works())
    return -1;
  free(p);
  return 0;
}
