// Struct assignment and memcpy copy the pointers that they copy over.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct name {
  char *first, *last;
};

void assigned_ok(struct name *out) {
  struct name local;
  local.first = malloc(10);
  local.last = malloc(10);
  *out = local;
}

void memcpy_ok(struct name *out) {
  struct name local;
  local.first = malloc(10);
  local.last = malloc(10);
  memcpy(out, &local, sizeof local);
}

struct name returned_ok(void) {
  struct name local;
  local.first = malloc(10);
  local.last = NULL;
  return local;
}

void freed_through_the_copy_ok(void) {
  struct name a, b;
  a.first = malloc(10);
  a.last = malloc(10);
  b = a;
  free(b.first);
  free(b.last);
}

void array_moved_ok(char **out, int n) {
  char *all[4];
  for (int i = 0; i < 4; i++)
    all[i] = malloc(n);
  memcpy(out, all, sizeof all);
}

void half_bad(struct name *out) {
  struct name local;
  local.first = malloc(10);
  local.last = malloc(10);
  memcpy(&out->first, &local.first, sizeof local.first);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void returned_bad(void) {
  struct name got = returned_ok();
  got.last = NULL;
} // CHECK: :[[@LINE]]:{{.*}}[leak]
