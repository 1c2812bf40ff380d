// Figure 2: two arguments that are one object at the call. What the summary frees is found through either.
// RUN: %custody sigs %s --no-cache --function=drop -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

// SIG: {{^}}drop:
// SIG-NEXT: {{^}}  Arg2Free {arg1*, arg2*.next*}{{$}}
// SIG-NEXT: {{^}}  case
void drop(List *x, List *y) {
  free(y->next);
  free(x);
}

void both_are_freed_ok(void) {
  List *a = malloc(sizeof *a);
  if (!a)
    return;
  List *b = a;
  a->next = malloc(sizeof *a);
  drop(a, b);
}

// Without the alias only b's next is freed, and b itself is lost.
void another_object_bad(void) {
  List *a = malloc(sizeof *a);
  List *b = malloc(sizeof *b);
  if (!a || !b)
    exit(1);
  a->next = 0;
  b->next = malloc(sizeof *b);
  drop(a, b);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: allocated here
// CHECK-NEXT: | {{ *}}List *b = malloc(sizeof *b);
