// Figure 7: Glob2Ret and Arg2Arg.
// RUN: %custody sigs %s --no-cache --function=argPassing -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

List gLst;

// SIG: {{^}}argPassing:
// SIG-NEXT: {{^}}  Glob2Ret {ret*}{{$}}
// SIG-NEXT: {{^}}  Arg2Arg {(arg1*, arg2**)}{{$}}
// SIG-NEXT: {{^}}  case
List *argPassing(List *lst1, List **lst2) {
  *lst2 = lst1;
  return &gLst;
}

// What is attached to an object of a global table is not lost; what went to the second argument is freed through it.
void attached_ok(void) {
  List *copy;
  List *entry = argPassing(malloc(sizeof(List)), &copy);
  entry->next = malloc(sizeof(List));
  free(copy);
}

void passed_and_lost_bad(void) {
  List *copy;
  argPassing(malloc(sizeof(List)), &copy);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
