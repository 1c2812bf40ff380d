// Figure 14: two exits, the union of their categories.
// RUN: %custody sigs %s --no-cache --function=pick -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// The paper writes (arg2*.val, ret*): the cell on the left, the object on the right. Printed are the objects of both.
// SIG: {{^}}pick:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
// SIG-NEXT: {{^}}  Arg2Ret {(arg2*.val*, ret*)}{{$}}
// SIG-NEXT: {{^}}  case
int *pick(int n, List *p) {
  if (n)
    return malloc(n);
  return p->val;
}

void allocated_bad(List *p, int n) {
  if (n > 0)
    pick(n, p); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// Numbers that depend on the caller are not parameters of the paper's summaries: the exit that allocates is believed
// here, too.
void FP_known_argument(List *p) {
  pick(0, p); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
