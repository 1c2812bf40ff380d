// A function that nobody asks about has a budget of its own: beyond it, the summary engine's view of it serves, which
// does not know that no square ends in the bits 111.
// RUN: %custody check %s --no-cache | FileCheck %s --check-prefix=EXACT
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --set path.max-nodes-below=2 | FileCheck %s
#include <stdlib.h>

static int release(char *p, unsigned n) {
  if (n * n == 7)
    return 0;
  free(p);
  return 1;
}

// EXACT: nothing found
int used(unsigned n) {
  char *p = malloc(3);
  if (!p)
    return -1;
  return release(p, n); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
// CHECK-NOT: not analysed
