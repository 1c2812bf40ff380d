// Section 3: what becomes reachable from a global on one path into a join counts as reachable.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.escape-on-any-path=off | FileCheck %s --check-prefix=OFF --implicit-check-not='warning: '
#include <stdlib.h>

int *gp;

// CHECK: 0 unknown statements
void FN_kept_on_one_path(int n) {
  int *p = malloc(sizeof *p);
  if (n)
    gp = p;
} // OFF: :[[@LINE]]:{{.*}}[leak]
