// A buffer on the stack that is freed after its address was checked and written to.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void local_bad(int n) {
  char local[8];
  char *at = local;
  if (n > 8)
    at = malloc(n);
  if (at)
    at[0] = 'x';
  free(at); // CHECK: :[[@LINE]]:{{.*}}[free-of-non-heap]
}

// What was allocated has a pointer of its own.
void apart_ok(int n) {
  char local[8];
  char *at = local, *heap = NULL;
  if (n > 8)
    at = heap = malloc(n);
  if (at)
    at[0] = 'x';
  free(heap);
}
