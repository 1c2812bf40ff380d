// Figure 4: Arg2Glob and Glob2Arg. What the first argument points to is kept; the second is made to point into a
// global, so that what is stored through it is kept, too.
// RUN: %custody sigs %s --no-cache --function=attachGlob -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

int *gInt;
List gLst;

// SIG: {{^}}attachGlob:
// SIG-NEXT: {{^}}  Glob2Arg {arg2**}{{$}}
// SIG-NEXT: {{^}}  Arg2Glob {arg1*}{{$}}
// SIG-NEXT: {{^}}  case
void attachGlob(int *p1, int ***p2) {
  gInt = p1;
  *p2 = &gLst.val;
}

void attached_ok(void) {
  int *p1 = malloc(sizeof *p1);
  int **p2;
  attachGlob(p1, &p2);
  *p2 = malloc(sizeof **p2);
}

void own_cell_bad(void) {
  int *mine;
  int **p2;
  attachGlob(0, &p2);
  p2 = &mine;
  *p2 = malloc(sizeof **p2);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
