// A block that is made as large as nothing is gone: null is then no failure.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void *xrealloc(void *p, size_t n) {
  void *r = realloc(p, n);
  if (!r && (!p || n))
    exit(1);
  return r;
}

static void *x2realloc(void *p, size_t *n) {
  if (!p)
    *n = *n ? *n : 64;
  else
    *n += *n / 2 + 1;
  return xrealloc(p, *n);
}

int next(char *into, size_t room);

void read_all_ok(void) {
  size_t room = 0;
  char *buffer = NULL;
  while (next(buffer, room))
    buffer = x2realloc(buffer, &room);
  free(buffer);
}

char *resized_ok(char *p, size_t n) {
  char *q = malloc(16);
  if (!q)
    return NULL;
  q = xrealloc(q, n);
  return q;
}

char *resized_bad(size_t n) {
  char *q = malloc(16);
  if (!q)
    return NULL;
  q = realloc(q, n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return q;
}
