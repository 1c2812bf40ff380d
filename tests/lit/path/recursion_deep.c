// Recursion that goes deeper than the rounds: what follows the call is reached all the same, as with loops.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void count(int n) {
  if (n)
    count(n - 1);
}

int deep_bad(void) {
  char *p = malloc(3);
  count(9);
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
