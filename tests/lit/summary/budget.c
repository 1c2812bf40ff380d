// A function that is too costly is cut off, counted and named at the end; its callers know nothing of it, and the others are
// looked at as ever.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --check-prefix=WHOLE --implicit-check-not='not analysed'
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.base-steps=3 --set summary.steps-per-statement=1 | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --set summary.base-steps=3 --set summary.steps-per-statement=1 | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.base-steps=3 --set summary.steps-per-statement=1 --format=sarif | FileCheck %s --check-prefix=SARIF
#include <stdlib.h>

// SIG: costly: nothing is known
// SARIF: 'costly' was not analysed to the end: more than 1 steps a statement
static int costly(char *p, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (i * j > 4)
        n -= *p;
  return n;
}

// It may keep what it is given, if nothing is known of it.
int caller_bad(int n) {
  char *p = malloc(3);
  if (!p)
    return 0;
  return costly(p, n); // WHOLE: :[[@LINE]]:{{.*}}[leak]
}

void other_bad(void) {
  char *p = malloc(3);
  *p = 1;
} // WHOLE: :[[@LINE]]:{{.*}}[leak]
// CHECK: :[[@LINE-1]]:{{.*}}[leak]
// CHECK: 1 function was not analysed to the end:
// CHECK-NEXT: costly: more than 1 steps a statement
// CHECK: 1 leak in 1 file
