// How many iterations are looked at, of a loop and of a loop in it.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --check-prefix=FEW
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.unroll=6 | FileCheck %s --check-prefix=MORE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.unroll-inner=6 | FileCheck %s --check-prefix=INNER
#include <stdlib.h>

// FEW: nothing found
void fifth(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (i == 4)
      continue; // MORE: :[[@LINE]]:{{.*}}[leak]
    free(p);
  }
}

void fifth_inside(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      char *p = malloc(10);
      if (j == 4)
        continue; // INNER: :[[@LINE]]:{{.*}}[leak]
      free(p);
    }
}
// MORE: {{^}}1 leak in 1 file
// INNER: {{^}}1 leak in 1 file
