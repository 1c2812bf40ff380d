// Figure 8: Arg2Ret. The result shares what the argument reached.
// RUN: %custody sigs %s --no-cache --function=renewList -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// The paper draws the shared node; its anchors are arg1*.next and ret*.next there, with the last step to the object
// printed here (as in figure 14).
// SIG: {{^}}renewList:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
// SIG-NEXT: {{^}}  Arg2Free {arg1*, arg1*.val*}{{$}}
// SIG-NEXT: {{^}}  Arg2Ret {(arg1*.next*, ret*.next*)}{{$}}
// SIG-NEXT: {{^}}  case
List *renewList(List *lst) {
  List *ret = malloc(sizeof *ret);
  ret->next = lst->next;
  free(lst->val);
  free(lst);
  return ret;
}

List *two(void) {
  List *lst = malloc(sizeof *lst);
  lst->val = 0;
  lst->next = malloc(sizeof *lst);
  lst->next->val = 0;
  lst->next->next = 0;
  return lst;
}

void through_the_result_ok(void) {
  List *lst = renewList(two());
  free(lst->next);
  free(lst);
}

void shared_part_bad(void) {
  List *lst = renewList(two());
  free(lst); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
// CHECK: allocated here
// CHECK-NEXT: | {{ *}}lst->next = malloc(sizeof *lst);
