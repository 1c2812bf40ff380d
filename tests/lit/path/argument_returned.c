// An argument that is returned is not lost with its old name; an argument or null is known to be that.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// The same with conditions that are projected to cases.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-formula=1 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static char *same(char *p) {
  p[0] = 0;
  return p;
}
static char *same_or_null(char *p, int n) {
  return n > 3 ? p : 0;
}

void same_ok(void) {
  char *p = malloc(4);
  if (p)
    free(same(p));
}

char *or_null_ok(int n) {
  char *p = malloc(4);
  char *q = same_or_null(p, n);
  if (!q)
    free(p);
  return q;
}

char *or_null_bad(int n) {
  char *p = malloc(4);
  return same_or_null(p, n); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
