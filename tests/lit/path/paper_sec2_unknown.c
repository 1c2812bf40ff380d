// Section 2: what is not modelled is unknown, and the same unknown for the same operands.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void same_quotient_ok(int x, int y) {
  char *p = 0;
  if (x / y == 3)
    p = malloc(4);
  if (x / y == 3)
    free(p);
}

void other_quotient_bad(int x, int y) {
  char *p = 0;
  if (x / y == 3)
    p = malloc(4);
  if (y / x == 3)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
