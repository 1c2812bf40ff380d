// Section 3.5: in the second pass the body is looked at once, as the last iteration: what it frees is freed.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <stdlib.h>

void elements_ok(int n) {
  char *table[16] = {0};
  table[n % 16] = malloc(3);
  for (int i = 0; i < 16; i++)
    free(table[i]);
}

struct table {
  char *bucket[16];
};

static void clear(struct table *t) {
  for (int i = 0; i < 16; i++)
    free(t->bucket[i]);
  free(t);
}

int callee_ok(int n) {
  struct table *t = calloc(1, sizeof *t);
  if (!t)
    return -1;
  t->bucket[n % 16] = malloc(3);
  clear(t);
  return 0;
}
