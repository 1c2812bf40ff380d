// Figure 1: a callee that allocates in two ways; the caller returns the one and forgets the other.
// RUN: %custody sigs %s --no-cache --function=make --function=use -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

int n;

// SIG: {{^}}make:
// SIG-NEXT: {{^}}  Alloc2Arg {arg1*.next*}{{$}}
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
// The two tables of section 1.1.2, one state at each exit:
// SIG-NEXT: {{^}}  case when arg1 is not null and global is 0{{$}}
// SIG-NEXT: {{^}}    allocates [[NEXT:new#[0-9]+]] (malloc) or null
// SIG-NEXT: {{^}}    ret = 0
// SIG-NEXT: {{^}}    arg1*.next = &[[NEXT]]
// SIG-NEXT: {{^}}  case when global in [-inf,-1][1,inf]{{$}}
// SIG-NEXT: {{^}}    allocates [[NEW:new#[0-9]+]] (malloc) or null
// SIG-NEXT: {{^}}    ret = &[[NEW]]
int *make(List *p) {
  if (n)
    return malloc(4);
  p->next = malloc(10);
  return 0;
}

// SIG: {{^}}use:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
// SIG-NEXT: {{^}}  case
int *use(void) {
  List k;
  int *a = make(&k);
  return a; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
// CHECK: allocated here
// CHECK-NEXT: | {{ *}}p->next = malloc(10);
