// A callee that returns only if a number is not 0 tells its caller so, also about copies of that number.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int length(void);

static void *checked_malloc(size_t n) {
  if (n == 0)
    abort();
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}

static int to_blob(char **blob) {
  int n = length();
  *blob = checked_malloc(n);
  return n;
}

int never_zero_ok(void) {
  char *blob;
  if (to_blob(&blob) == 0)
    return 0;
  free(blob);
  return 1;
}

int maybe_negative_bad(void) {
  char *blob;
  if (to_blob(&blob) <= 0)
    return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(blob);
  return 1;
}
