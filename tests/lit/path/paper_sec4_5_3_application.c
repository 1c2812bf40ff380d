// Section 4.5.3: at a call the escapees escape, and the result is new or null.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void *held;
void *make(void *p) {
  held = p;
  return malloc(5);
}

void applied_ok(void) {
  void *r = make(malloc(3));
  free(r);
}

void tested_ok(void) {
  void *r = make(0);
  if (r)
    free(r);
}

void applied_bad(void) {
  void *r = make(malloc(3));
  (void)r;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Two calls, two blocks.
void twice_bad(void) {
  void *first = make(0), *second = make(0);
  (void)second;
  free(first);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// A function of which nothing is known may keep what it is given, and its result is not to be freed.
void *unknown(void *p);
void unknown_ok(void) {
  void *r = unknown(malloc(3));
  (void)r;
}

int is_held(void *p) {
  return held == p;
}
