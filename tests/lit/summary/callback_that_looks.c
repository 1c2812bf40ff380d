// A function that calls what it is given: what the given one does not free is still the caller's.
// Not found: the other callback frees, which counts for all calls.
// XFAIL: *
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
typedef void (*callback)(void *);

static void direct(callback run, void *arg) {
  run(arg);
}

static void drop(void *p) {
  free(p);
}

static void look(void *p) {
  (void)p;
}

void dropped_ok(void) {
  direct(drop, malloc(10));
}

void looked_at_bad(void) {
  direct(look, malloc(10)); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
