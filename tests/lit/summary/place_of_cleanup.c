// What a cleanup does wrong on a return is reported at the return.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void drop(char **p) {
  free(*p);
}

int twice_bad(void) {
  __attribute__((cleanup(drop))) char *p = malloc(10);
  if (!p)
    return -1;
  free(p);
  return 0; // CHECK: :[[@LINE]]:{{.*}}[double-free]
}
