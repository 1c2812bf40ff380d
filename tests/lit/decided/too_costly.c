// Over the path engine's budget: the proposal stays, and the function is named. It counts as one function, though two
// engines looked at it.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --explain --stats --set path.max-nodes=1 2>&1 | FileCheck %s
#include <stdlib.h>

int length(int n) {
  char *copy = malloc(n);
  if (!copy)
    return 0;
  return n;
}

// CHECK-DAG: steps for 1 functions
// CHECK-DAG: :[[@LINE-4]]:{{.*}}[leak]
// CHECK-DAG: too costly for the path engine to decide
// CHECK-DAG: length: not decided by the path engine: formulas with more than 1 nodes
