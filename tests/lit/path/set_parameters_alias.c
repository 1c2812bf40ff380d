// Parameters are taken to point to different objects, as in the paper, unless the setting says otherwise.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --check-prefix=APART
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.parameters-alias=on | FileCheck %s
#include <stdlib.h>

// APART: nothing found
void both(char **a, char **b) {
  *a = malloc(3);
  *b = 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
