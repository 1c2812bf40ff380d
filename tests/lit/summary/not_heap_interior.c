// Freeing the inside of a block.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void interior_bad(void) {
  int *block = malloc(4 * sizeof *block);
  if (block)
    free(block + 1); // CHECK: :[[@LINE]]:{{.*}}[free-of-non-heap]
}

void back_again_ok(void) {
  int *block = malloc(4 * sizeof *block);
  if (!block)
    return;
  block++;
  free(block - 1);
}
