// A function that is too costly is looked at again, with one iteration of each loop and four times the room, if the first
// look came a quarter of the way; then in the summary engine's way; and it is named at the end.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --check-prefix=EXACT
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-nodes=1 | FileCheck %s
// RUN: %custody check %s --no-cache --engine=path --set path.max-nodes=8 | FileCheck %s --check-prefix=AGAIN
// RUN: %custody check %s --no-cache --engine=path --set path.base-steps=1 --set path.steps-per-statement=1 | FileCheck %s --check-prefix=STEPS
#include <stdlib.h>

// No square ends in the bits 111. The summary engine does not see that.
// EXACT-NOT: not analysed
// EXACT: nothing found
// AGAIN-NOT: exact_ok
// AGAIN: looped: formulas with more than 32 nodes
int exact_ok(unsigned n) {
  char *p = malloc(3);
  if (n * n == 7)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return 0;
}
// CHECK: exact_ok: formulas with more than 1 nodes

void looped(char **a) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      for (int k = 0; k < 100; k++)
        free(a[i + j + k]);
}
// STEPS: looped: more than 1 steps a statement
