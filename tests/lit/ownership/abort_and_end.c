// Lost where the program ends, and lost where it goes on: the second is the error, and the first only another place.
// RUN: %custody check --engine=ownership --set ownership.abort-leaks=on %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: [[#@LINE+7]]:3: warning: memory allocated by 'malloc' is lost here: 'p' is the last pointer to it [leak]
// CHECK: lost here: 'p' goes out of scope
// CHECK: [[#@LINE+4]]:5: note: also lost here
int both(int isBroken) {
  char *p = malloc(3);
  if (isBroken)
    abort();
  return p != NULL;
}
