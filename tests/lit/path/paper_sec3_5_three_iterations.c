// Section 3.5: a loop that ends after three iterations is followed to its end, and the third iteration counts.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void three_bad(void) {
  char *a[3];
  for (int i = 0; i < 3; i++)
    a[i] = malloc(4);
  free(a[0]);
  free(a[1]);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void third_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (i == 2)
      continue; // CHECK: :[[@LINE]]:{{.*}}[leak]
    free(p);
  }
}
