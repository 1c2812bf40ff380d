// Figure 14: two exits, the union of their categories.
// RUN: %custody sigs %s --no-cache --function=pick -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// The paper writes (arg2*.val, ret*): the cell on the left, the object on the right. Printed are the objects of both.
// SIG: {{^}}pick:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
// SIG-NEXT: {{^}}  Arg2Ret {(arg2*.val*, ret*)}{{$}}
// The memory states at the two returns:
// SIG-NEXT: {{^}}  case when arg1 is 0 and arg2 is not null{{$}}
// SIG-NEXT: {{^}}    ret = &arg2*.val*
// SIG-NEXT: {{^}}  case when arg1 in [-inf,-1][1,inf]{{$}}
// SIG-NEXT: {{^}}    allocates [[NEW:new#[0-9]+]] (malloc) or null
// SIG-NEXT: {{^}}    ret = &[[NEW]]
int *pick(int n, List *p) {
  if (n)
    return malloc(n);
  return p->val;
}

void allocated_bad(List *p, int n) {
  if (n > 0)
    pick(n, p); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// Better than the paper, in which numbers that depend on the caller are no parameters: which exit it is is known here.
void known_argument_ok(List *p) { pick(0, p); }
