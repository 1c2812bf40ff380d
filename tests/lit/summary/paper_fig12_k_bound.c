// Figure 12 and section 3, "K-bound Exploration": a list of any length has k names in the summary.
// RUN: %custody sigs %s --no-cache --function=freeList -- -I%S/Inputs | FileCheck %s --check-prefixes=SIG,FIVE
// RUN: %custody sigs %s --no-cache --function=freeList --set summary.explore-bound=2 -- -I%S/Inputs | FileCheck %s --check-prefixes=SIG,TWO
// RUN: %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// The anchors are printed in alphabetical order, which is by length here. k counts what one statement explores, so the
// object of the argument itself, which another statement may have explored, can come on top.
// SIG: {{^}}freeList:
// FIVE-NEXT: {{^}}  Arg2Free {arg1*, arg1*.next*, arg1*.next*.next*, arg1*.next*.next*.next*, arg1*.next*.next*.next*.next*{{(, arg1\*(\.next\*){5})?}}}{{$}}
// TWO-NEXT: {{^}}  Arg2Free {arg1*, arg1*.next*{{(, arg1\*(\.next\*){2})?}}}{{$}}
void freeList(List *p) {
  List *t = p;
  while (t != 0) {
    p = p->next;
    free(t);
    t = p;
  }
}

// CHECK: 0 unknown statements
void three_ok(void) {
  List *a = malloc(sizeof *a);
  if (!a)
    return;
  a->next = malloc(sizeof *a);
  if (!a->next)
    exit(1);
  a->next->next = malloc(sizeof *a);
  if (a->next->next)
    a->next->next->next = 0;
  freeList(a);
}
