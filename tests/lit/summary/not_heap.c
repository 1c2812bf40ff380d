// What is no start of a block on the heap may not be freed.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
static char shared[8];

void local_bad(int n) {
  char local[8];
  char *at = local;
  if (n > 8)
    at = malloc(n);
  free(at); // CHECK: :[[@LINE]]:{{.*}}[free-of-non-heap]
}

void global_bad(void) {
  char *at = shared;
  free(at); // CHECK: :[[@LINE]]:{{.*}}[free-of-non-heap]
}

void heap_ok(int n) {
  char local[8];
  char *at = n > 8 ? malloc(n) : local;
  if (at != local)
    free(at);
}
