// A condition that is kept in a variable still speaks of the pointer.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
int done_ok(void) {
  char *p = malloc(10);
  int done = p != NULL;
  if (done)
    free(p);
  return done;
}
