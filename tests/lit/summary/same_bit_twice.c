// A bit that was not touched has the same value later, although another bit of the variable was set.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

enum { COPY = 1, TRACE = 2 };

void other_bits_ok(int flags) {
  char *p = NULL;
  if (flags & COPY)
    p = malloc(10);
  if (flags & TRACE)
    flags |= 8;
  if (flags & COPY)
    free(p);
}

void cleared_ok(int flags) {
  char *p = NULL;
  if (flags & COPY)
    p = malloc(10);
  flags &= ~TRACE;
  if (flags & COPY)
    free(p);
}

void cleared_bad(int flags) {
  char *p = NULL;
  if (flags & COPY)
    p = malloc(10);
  flags &= ~COPY;
  if (flags & COPY)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
