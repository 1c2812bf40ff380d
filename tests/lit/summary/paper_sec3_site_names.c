// Section 3, "Using Names in Addition To Paths in Summaries": one allocation with two ways to it is one object.
// RUN: %custody sigs %s --no-cache --function=make | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// SIG: {{^}}make:
// SIG-NEXT: {{^}}  Alloc2Arg {arg1**}{{$}}
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
// SIG-NEXT: {{^}}  case
int *make(int **p) {
  int *ret = malloc(4);
  *p = ret;
  return ret;
}

void freed_by_one_name_ok(void) {
  int *q;
  int *r = make(&q);
  free(r);
}

void both_forgotten_bad(void) {
  int *q;
  int *r = make(&q);
  *r = 1;
} // CHECK: :[[@LINE]]:{{.*}}[leak]
