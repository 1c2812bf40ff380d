// How many levels of calls the path engine looks at below a function in which something was proposed. What lies deeper
// is known by the summary engine's cases, which do not tell by which bit of `n` the block is made.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --check-prefixes=BAD,FP --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --set=path.call-depth=4 | FileCheck %s --check-prefixes=BAD --implicit-check-not='warning: '
#include <stdlib.h>

static int makeIfOdd(char **out, int n) {
  if (n & 1) {
    *out = malloc(4);
    return 1;
  }
  *out = NULL;
  return 0;
}
static int makeIfOddToo(char **out, int n) {
  *out = n & 1 ? malloc(4) : NULL;
  return *out != NULL;
}
static int third(char **out, int n) { return makeIfOdd(out, n); }
static int second(char **out, int n) { return third(out, n); }
static int first(char **out, int n) { return second(out, n); }

void near_ok(int n) {
  char *p;
  makeIfOddToo(&p, n);
  if (n & 1)
    free(p);
}

void near_bad(int n) {
  char *p;
  makeIfOddToo(&p, n);
  if (!(n & 1))
    free(p);
} // BAD: :[[@LINE]]:{{.*}}[leak]

void FP_far_ok(int n) {
  char *p;
  first(&p, n);
  if (n & 1)
    free(p);
} // FP: :[[@LINE]]:{{.*}}[leak]
