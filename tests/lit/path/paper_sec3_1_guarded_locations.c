// Section 3.1: after the branches p is x when c, and y otherwise; the store through it goes to the one that is meant.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

// SIG: {{^}}pick:
// SIG: {{^}}  ret = &arg3* when (and [[Y:g[0-9]+]] (= [[C:w[0-9]+]] 0)), else &arg2* when (and [[X:g[0-9]+]] (not (= [[C]] 0))), else 0
// SIG: {{^}}  where [[C]] is arg1
// SIG-NEXT: {{^}}  where [[Y]] is arg3 not being null
// SIG-NEXT: {{^}}  where [[X]] is arg2 not being null
char **pick(int c, char **x, char **y) {
  char **p;
  if (c)
    p = x;
  else
    p = y;
  *p = 0;
  return p;
}

// The store makes a parallel assignment to x and y.
void store_ok(int c) {
  char *x = 0, *y = 0, **p;
  if (c)
    p = &x;
  else
    p = &y;
  *p = malloc(4);
  if (c)
    free(x);
  else
    free(y);
}

void wrong_one_bad(int c) {
  char *x = 0, *y = 0, **p;
  if (c)
    p = &x;
  else
    p = &y;
  *p = malloc(4);
  if (!c)
    free(x);
  else
    free(y);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Each entry once: two ways to x are one.
void merged_ok(int c) {
  char *x = 0, **p;
  if (c > 3)
    p = &x;
  else if (c < 0)
    p = &x;
  else
    return;
  *p = malloc(4);
  free(x);
}
