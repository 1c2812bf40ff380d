// A question that costs the solver more than this has no answer, and nothing is reported.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s
// RUN: %custody check %s --no-cache --engine=path --set path.max-conflicts=1 | FileCheck %s --check-prefix=ONE
#include <stdlib.h>

// 251 * 241: to be found by search.
// ONE: nothing found
int factors_bad(unsigned char x, unsigned char y) {
  char *p = malloc(3);
  if (x > 1 && y > 1 && x * y == 60491)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return 0;
}
