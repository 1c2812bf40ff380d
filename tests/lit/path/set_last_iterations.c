// A leak in the fourth iteration: three are looked at, and the last of many only if it is asked for.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --check-prefix=FIRST
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.last-iterations=on | FileCheck %s --implicit-check-not='warning: '
// FIRST: nothing found
#include <stdlib.h>

void fourth_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p)
      break;
    if (i == 3)
      continue; // CHECK: :[[@LINE]]:{{.*}}[leak]
    free(p);
  }
}
