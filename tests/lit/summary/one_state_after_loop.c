// One state a point, as in the paper and where more would cost too much: what follows a loop is still seen.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.max-states=1 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int next(void);

void after_a_loop_bad(int n) {
  while (n--)
    next();
  char *p = malloc(10);
  if (p)
    *p = 'a';
  // CHECK: one_state_after_loop.c:[[@LINE+1]]:1: warning: {{.*}} 'p' is the last pointer to it [leak]
}

void after_two_loops_bad(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      next();
  char *p = malloc(10);
  if (p)
    *p = 'a';
  // CHECK: one_state_after_loop.c:[[@LINE+1]]:1: warning: {{.*}} 'p' is the last pointer to it [leak]
}

void replaced_in_a_loop_ok(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++) {
    free(p);
    p = malloc(3);
  }
  free(p);
}
