// Pointers to pointers stand for parameters by reference (the paper's section 5.4 asks for it).
// RUN: %custody sigs --engine=ownership %s | FileCheck %s --check-prefix=SIGS
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t
#include <stdlib.h>

// SIGS: make: out = 0, *out' = 1
void make(char **out) {
  *out = malloc(3);
}

// SIGS: drop: p = 0, *p = 1
void drop(char **p) {
  free(*p);
  *p = 0;
}

void used(void) {
  char *p;
  make(&p);
  drop(&p);
}

// CHECK: in 'lost':
// CHECK: warning: memory allocated by 'make' is lost here
void lost(void) {
  char *p;
  make(&p);
}
// CHECK: 1 leak in 1 file
