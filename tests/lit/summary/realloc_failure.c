// If realloc fails, the old memory is still there.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

char *grown_ok(char *p, size_t n) {
  char *q = realloc(p, n);
  if (!q) {
    free(p);
    return NULL;
  }
  return q;
}

int local_ok(size_t n) {
  char *p = malloc(10);
  if (!p)
    return -1;
  char *q = realloc(p, n);
  if (!q) {
    free(p);
    return -1;
  }
  free(q);
  return 0;
}

int overwritten_bad(size_t n) {
  char *p = malloc(10);
  if (!p)
    return -1;
  p = realloc(p, n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  if (!p)
    return -1;
  free(p);
  return 0;
}

int not_freed_bad(size_t n) {
  char *p = malloc(10);
  if (!p)
    return -1;
  char *q = realloc(p, n);
  if (!q)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(q);
  return 0;
}

int both_freed_bad(size_t n) {
  char *p = malloc(10);
  if (!p)
    return -1;
  char *q = realloc(p, n + 1);
  if (q) {
    free(q);
    free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
    return 0;
  }
  free(p);
  return -1;
}
