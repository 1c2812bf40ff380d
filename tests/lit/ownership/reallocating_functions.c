// A library function that reallocates leaves the old memory to its caller when it fails.
// RUN: %python %driver/status.py 0 %custody check %s --no-cache --engine=ownership | FileCheck %s --allow-empty
// CHECK-NOT: warning
#include <stdlib.h>

int freed_on_failure(int n) {
  char *old = malloc(n);
  if (!old)
    return 0;
  char *grown = reallocarray(old, n, 2);
  if (!grown) {
    free(old);
    return 1;
  }
  free(grown);
  return 0;
}

int freed_either_way(int n) {
  char *text = malloc(n);
  char *grown = reallocarray(text, n, 2);
  if (grown)
    text = grown;
  free(text);
  return 0;
}
