// Section 3, "Being Sensitive to Memory-Allocating Paths": the summary of make is that it returns 1 and attaches an
// object to its argument; the caller that got 0 has nothing to free.
// RUN: %custody sigs %s --no-cache --function=make | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int n;

// SIG: {{^}}make:
// SIG-NEXT: {{^}}  Alloc2Arg {arg1**}{{$}}
int make(int **pp) {
  if (n == 0)
    return 0;
  *pp = malloc(n);
  return 1;
}

void checked_ok(void) {
  int *p;
  if (make(&p) == 0)
    return;
  free(p);
}

void checked_bad(void) {
  int *p;
  if (make(&p) == 0)
    return;
  if (*p > 1)
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
}
