// Figure 5: Alloc2Arg.
// RUN: %custody sigs %s --no-cache --function=makeArray | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// SIG: {{^}}makeArray:
// SIG-NEXT: {{^}}  Alloc2Arg {arg1**}{{$}}
// SIG-NEXT: {{^}}  case
void makeArray(int **p) { *p = malloc(10 * sizeof **p); }

void freed_ok(void) {
  int *array;
  makeArray(&array);
  free(array);
}

void forgotten_bad(void) {
  int *array;
  makeArray(&array);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
