// The same test of an unchanged variable has the same outcome.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

enum { COPY = 1 };

// CHECK: nothing found
void mask_ok(int flags) {
  char *p = NULL;
  if (flags & COPY)
    p = malloc(10);
  if (flags & COPY)
    free(p);
}
