// `if (p) free(p)` frees what `p` points to: a copy of the pointer does not keep it.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void checked_free(void *p) {
  if (!p)
    abort();
  free(p);
}

// With `max-states` at 1 all ways are joined: `buffer` and `at` may both be the block or null.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.max-states=1 | FileCheck %s --implicit-check-not='warning: '
int copies_ok(int n) {
  char *buffer = NULL, *at = NULL;
  if (n > 10) {
    buffer = malloc(n);
    if (!buffer)
      return -1;
    at = buffer;
  }
  if (at)
    at[0] = 1;
  if (buffer)
    free(buffer);
  return 0;
}

int wrapped_ok(int n) {
  char *buffer = NULL, *at = NULL;
  if (n > 10) {
    buffer = malloc(n);
    if (!buffer)
      return -1;
    at = buffer;
  }
  if (at)
    at[0] = 1;
  if (buffer != NULL)
    checked_free(buffer);
  return 0;
}

int other_bad(int n) {
  char *p = malloc(10), *q = malloc(10);
  if (!p)
    free(q);
  if (p)
    free(p);
  return n; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
