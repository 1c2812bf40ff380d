// Comparisons with the largest numbers that there are.
// RUN: %python %driver/status.py 1 %custody check --engine=ownership %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <limits.h>
#include <stdlib.h>

void sizes_ok(unsigned long n) {
  char *p = NULL;
  if (n <= LONG_MAX)
    p = malloc(4);
  if (n <= LONG_MAX)
    free(p);
}

void sizes_bad(unsigned long n) {
  char *p = NULL;
  if (n <= LONG_MAX)
    p = malloc(4);
  if (n > LONG_MAX)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void signed_ok(long n) {
  char *p = NULL;
  if (n <= LONG_MAX)
    p = malloc(4);
  if (n <= LONG_MAX)
    free(p);
}
