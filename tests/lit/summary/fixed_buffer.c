// A buffer on the stack that is replaced by the heap when it is too small.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static int use(const char *text) { return *text; }

int compared_ok(const char *text, size_t n) {
  char fixed[64];
  char *p = fixed;
  if (n > sizeof fixed) {
    p = malloc(n);
    if (!p)
      return -1;
  }
  memcpy(p, text, n);
  int result = use(p);
  if (p != fixed)
    free(p);
  return result;
}

int compared_bad(const char *text, size_t n) {
  char fixed[64];
  char *p = fixed;
  if (n > sizeof fixed) {
    p = malloc(n);
    if (!p)
      return -1;
  }
  memcpy(p, text, n);
  int result = use(p);
  if (p == fixed)
    return result;
  if (result < 0)
    return result; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return result;
}
