// Section 3: without the names of sites, an object with two ways to it is two objects to the caller, and the false
// alarm that the paper tells of comes back.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.site-names=off | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int *make(int **p) {
  int *ret = malloc(4);
  *p = ret;
  return ret;
}

void FP_freed_by_one_name(void) {
  int *q;
  int *r = make(&q);
  free(r);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
