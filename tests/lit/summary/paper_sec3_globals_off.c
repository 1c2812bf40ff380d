// Section 3: with globals kept apart, overwriting one loses what it held.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.merge-globals=off | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static int *gp;

void overwritten_bad(void) {
  gp = malloc(4);
  gp = malloc(8); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
