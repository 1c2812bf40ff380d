// Section 3: free is taken to free all that its argument may point to.
// RUN: %custody sigs %s --no-cache --function=either | FileCheck %s --check-prefix=SIG
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int n;

// SIG: {{^}}either:
// SIG-NEXT: {{^}}  Arg2Free {arg1*, arg2*}{{$}}
// SIG-NEXT: {{^}}  case
void either(int *x, int *y) {
  int *p = x;
  if (n)
    p = y;
  free(p);
}

// CHECK: 0 unknown statements
void FN_one_of_two(void) {
  int *x = malloc(sizeof *x);
  int *y = malloc(sizeof *y);
  either(x, y);
}
