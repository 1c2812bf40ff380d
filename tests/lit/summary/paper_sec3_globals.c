// Section 3, "Global Variables Abstraction": one node for all globals, so that an overwritten one is no loss.
// RUN: %custody sigs %s --no-cache --function=keep | FileCheck %s --check-prefix=SIG
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int *gp;

// SIG: {{^}}keep:
// SIG-NEXT: {{^}}  Arg2Glob {arg1*}{{$}}
// SIG-NEXT: {{^}}  case
void keep(int *p) { gp = p; }

// CHECK: 0 unknown statements
void FN_across_functions(void) {
  int *p = malloc(4);
  keep(p);
  p = malloc(8);
  keep(p);
}

void FN_within_a_function(void) {
  gp = malloc(4);
  gp = malloc(8);
}
