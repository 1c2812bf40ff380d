// A branch is told as the source has it: what holds, or else which way of the source's condition is taken.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s
#include <stdlib.h>

int works(void);
int (*hook(void))(void);

// CHECK-LABEL: in 'told_bad'
// CHECK: :[[#@LINE+3]]:{{.*}} on the path where 'works(…)' is 0
int told_bad(void) {
  char *p = malloc(3);
  if (!works())
    return -1;
  free(p);
  return 0;
}

// What an unknown function returns has no name.
// CHECK-LABEL: in 'turned_bad'
// CHECK: :[[#@LINE+4]]:{{.*}} taking the true branch
// CHECK-NOT: taking the false branch
int turned_bad(void) {
  char *p = malloc(3);
  if (!hook()())
    return -1;
  free(p);
  return 0;
}

// CHECK-LABEL: in 'straight_bad'
// CHECK: :[[#@LINE+4]]:{{.*}} taking the true branch
// CHECK-NOT: taking the false branch
int straight_bad(void) {
  char *p = malloc(3);
  if (hook()())
    return -1;
  free(p);
  return 0;
}

// CHECK-LABEL: in 'parts_bad'
// CHECK: :[[#@LINE+3]]:{{.*}} taking the true branch; on the path where 'n' is 0
int parts_bad(int n) {
  char *p = malloc(3);
  if (!hook()() && !n)
    return -1;
  free(p);
  return 0;
}

// CHECK-LABEL: in 'loop_bad'
// CHECK: :[[#@LINE+4]]:{{.*}} taking the false branch
int loop_bad(void) {
  int rounds = 0;
  char *p = malloc(3);
  while (!hook()())
    rounds++;
  return rounds;
}
