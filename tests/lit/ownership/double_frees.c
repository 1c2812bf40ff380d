// Freed twice by two names for one pointer; two names for two pointers are another matter.
// RUN: not %custody check --engine=ownership %s | FileCheck %s

#include <stdlib.h>

void by_copy(void) {
  char *e = malloc(1);
  char *f = e;
  free(e);
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  free(f);
}

void copy_first(void) {
  char *e = malloc(1);
  char *f = e;
  free(f);
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  free(e);
}

// CHECK-NOT: warning

void list(int n) {
  char *first = malloc(1);
  char *last = first;
  if (n) {
    free(last);
    first = malloc(2);
  }
  free(first);
}

void flag(int n) {
  char *e = malloc(1);
  char *f = n ? malloc(2) : e;
  if (f != e)
    free(f);
  free(e);
}
