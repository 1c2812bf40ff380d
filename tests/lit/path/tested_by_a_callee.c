// A parameter that a callee tests for null may be null, where the function decides by what the callee says. One that
// is only handed on is what its caller promised.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct type;
int register_type(const struct type *t, int *value);

static int is_missing(const struct type *t) {
  return t ? 0 : -1;
}

int bad(const struct type *t) {
  int *value = malloc(sizeof *value);
  if (!value)
    return -1;
  // CHECK: tested_by_a_callee.c:[[@LINE+2]]:{{.*}} warning: memory allocated by 'malloc' is lost here
  if (is_missing(t))
    return -1;
  return register_type(t, value);
}

static int *named(const struct type *t, int *value) {
  if (!t)
    return NULL;
  register_type(t, value);
  return value;
}

int *ok(const struct type *t) {
  return named(t, malloc(sizeof(int)));
}
// CHECK: {{^}}1 leak in 1 file
