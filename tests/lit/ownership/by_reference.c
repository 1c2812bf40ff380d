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

// CHECK: in 'filled_twice':
// CHECK: [[#@LINE+4]]:3: warning: memory allocated by 'make' is lost here: 'p' is the last pointer to it
void filled_twice(void) {
  char *p;
  make(&p);
  make(&p);
  free(p);
}

// What was there is moved, whether it was looked at before or not.
void grow(char **p, int n) {
  if (!*p)
    n = 9;
  *p = realloc(*p, n);
}

void grown(void) {
  char *p = 0;
  grow(&p, 3);
  grow(&p, 4);
  free(p);
}

void filled_in_turn(int n) {
  char *p;
  while (n--) {
    make(&p);
    drop(&p);
  }
}
// CHECK: 2 leaks in 1 file
