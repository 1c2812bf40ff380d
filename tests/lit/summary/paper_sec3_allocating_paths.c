// Section 3, "Being Sensitive to Memory-Allocating Paths": the summary of make is that it returns 1 and attaches an
// object to its argument; the caller that got 0 has nothing to free.
// RUN: %custody sigs %s --no-cache --function=make | FileCheck %s --check-prefix=SIG
// RUN: %custody sigs %s --no-cache --function=make --set summary.max-cases=1 | FileCheck %s --check-prefix=ONE
// RUN: %custody sigs %s --no-cache --function=make --set summary.max-cases=1 --set summary.prefer-allocating-paths=off | FileCheck %s --check-prefix=JOINED
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.max-cases=1 --set summary.prefer-allocating-paths=off | FileCheck %s --check-prefix=ALARM
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int n;

// SIG: {{^}}make:
// SIG-NEXT: {{^}}  Alloc2Arg {arg1**}{{$}}
// SIG-NEXT: {{^}}  case when arg1 is not null and global in [-inf,-1][1,inf]{{$}}
// SIG-NEXT: {{^}}    allocates [[NEW:new#[0-9]+]] (malloc) or null
// SIG-NEXT: {{^}}    ret = [1,1]
// SIG-NEXT: {{^}}    arg1* = &[[NEW]]
// With one case a summary, as in the paper, it is the allocating path; joined with the other the result is in [0,1].
// ONE: {{^}}    ret = [1,1]
// JOINED: {{^}}    ret = [0,1]
int make(int **pp) {
  if (n == 0)
    return 0;
  *pp = malloc(n);
  return 1;
}

void checked_ok(void) {
  int *p;
  if (make(&p) == 0)
    return; // ALARM: :[[@LINE]]:{{.*}}[leak]
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
