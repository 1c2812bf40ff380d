// A callee that frees on some path only: a free after it is no double free.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int store(int *slot, int *p, int n) {
  if (n < 0) {
    free(p);
    return -1;
  }
  *slot = *p;
  return 0;
}

void maybe_drop(int *p, int n) {
  if (n > 3)
    free(p);
}

void by_result_ok(int n) {
  int slot;
  int *p = malloc(sizeof *p);
  if (!p)
    return;
  *p = 1;
  if (store(&slot, p, n) == 0)
    free(p);
}

void some_path_ok(int n) {
  int *p = malloc(sizeof *p);
  if (!p)
    return;
  maybe_drop(p, n);
  if (n <= 3)
    free(p);
}

void by_result_bad(int n) {
  int slot;
  int *p = malloc(sizeof *p);
  if (!p)
    return;
  *p = 1;
  if (store(&slot, p, n) < 0)
    free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
  else
    free(p);
}
