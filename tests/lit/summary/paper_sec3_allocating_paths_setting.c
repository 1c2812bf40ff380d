// Section 3: exits that a caller cannot tell apart are summarised by those that allocate. What the others did with the
// same cell is forgotten, and with the setting off is not. (With one case to a summary, which is the paper's.)
// RUN: %custody sigs %s --no-cache --function=fill --set summary.max-cases=1 | FileCheck %s --check-prefix=ON
// RUN: %custody sigs %s --no-cache --function=fill --set summary.max-cases=1 --set summary.prefer-allocating-paths=off | FileCheck %s --check-prefix=OFF
#include <stdlib.h>

int n;
int shared;

// ON: {{^}}fill:
// ON-NEXT: {{^}}  Alloc2Arg {arg1**}{{$}}
// ON-NEXT: {{^}}  case
// OFF: {{^}}fill:
// OFF-NEXT: {{^}}  Alloc2Arg {arg1**}{{$}}
// OFF-NEXT: {{^}}  Glob2Arg {arg1**}{{$}}
void fill(int **pp) {
  if (n)
    *pp = malloc(sizeof **pp);
  else
    *pp = &shared;
}
