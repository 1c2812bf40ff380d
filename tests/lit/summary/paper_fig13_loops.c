// Figure 13 and section 3, "Following Loop Iteration Effects": a loop that can be entered is.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='[leak]'
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.loops-run-once=off | FileCheck %s --check-prefix=OFF --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: 0 unknown statements
void work(int *);
void freed_in_the_loop_ok(int n) {
  int *p = malloc(sizeof *p);
  if (!p)
    return;
  for (int i = 0; i < n; i++) {
    free(p);
    p = 0;
  }
} // OFF: :[[@LINE]]:{{.*}}[leak]
