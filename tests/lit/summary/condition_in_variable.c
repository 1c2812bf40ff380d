// A condition that is kept in a variable still speaks of the pointer.
// A leak is reported on the path where done is 0, where p is null.
// XFAIL: *
// RUN: %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
int done_ok(void) {
  char *p = malloc(10);
  int done = p != NULL;
  if (done)
    free(p);
  return done;
}
