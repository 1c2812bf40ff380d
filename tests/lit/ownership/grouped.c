// Figure 6 of the containers paper: several constraints that do not fit, one finding with several places.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t
#include <stdlib.h>

void use(char *p) {
  *p = 1;
}

// CHECK: in 'multi_violation':
// CHECK: warning: memory allocated by 'malloc' is lost here
// CHECK-NOT: warning
// CHECK: 1 leak in 1 file
void multi_violation(int c0, int c1) {
  char *a = malloc(1);
  if (c0) {
    free(a);
  } else if (c1) {
    use(a);
  } else {
    use(a);
  }
}
