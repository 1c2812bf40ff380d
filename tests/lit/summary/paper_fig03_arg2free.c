// Figure 3: Arg2Free.
// RUN: %custody sigs %s --no-cache --function=freeNext -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// SIG: {{^}}freeNext:
// SIG-NEXT: {{^}}  Arg2Free {arg1*.next*}{{$}}
// SIG-NEXT: {{^}}  case
void freeNext(List *lst) { free(lst->next); }

void freed_ok(void) {
  List k;
  k.next = malloc(sizeof(List));
  freeNext(&k);
}

void other_field_bad(void) {
  List k;
  k.next = 0;
  k.val = malloc(sizeof(int));
  freeNext(&k);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
