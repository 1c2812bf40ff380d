// Figure 6: Alloc2Ret. The summary has the shape of what is returned, not only its root.
// RUN: %custody sigs %s --no-cache --function=make2List -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// SIG: {{^}}make2List:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*, ret*.next*, ret*.next*.val*, ret*.val*}{{$}}
// SIG-NEXT: {{^}}  case
List *make2List(void) {
  List *lst = malloc(sizeof *lst);
  lst->val = malloc(sizeof *lst->val);
  lst->next = malloc(sizeof *lst->next);
  lst->next->val = malloc(sizeof *lst->val);
  return lst;
}

void all_four_ok(void) {
  List *lst = make2List();
  free(lst->next->val);
  free(lst->next);
  free(lst->val);
  free(lst);
}

void three_of_four_bad(void) {
  List *lst = make2List();
  free(lst->next); // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(lst->val);
  free(lst);
}
// CHECK: allocated here
// CHECK-NEXT: | {{ *}}lst->next->val = malloc(sizeof *lst->val);
