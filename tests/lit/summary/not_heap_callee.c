// Freeing a global that a callee returned.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
static char names[2][8] = {"zero", "one"};

static char *name_of(int id) {
  return names[id != 0];
}

void from_callee_bad(int id) {
  free(name_of(id)); // CHECK: :[[@LINE]]:{{.*}}[free-of-non-heap]
}
