// The elements of an array, each looked at before it is freed.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
void checked_elements_ok(int n) {
  char **names = malloc(n * sizeof *names);
  if (!names)
    return;
  for (int i = 0; i < n; i++)
    names[i] = malloc(10);
  for (int i = 0; i < n; i++)
    if (names[i])
      free(names[i]);
  free(names);
}
