// Values are evidence: which branch was taken where, and with which number.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int between_bad(int len) {
  char *p = malloc(4);
  if (!p)
    return -1;
  if (len > 32) {
    if (len <= 33)
      return len; // CHECK: :[[@LINE]]:{{.*}}[leak]
  }
  free(p);
  return 0;
}
// CHECK: on the path where 'p' is not null
// CHECK: on the path where 'len' is greater than 32 (with 'len' = 33)
// CHECK: on the path where 'len' is at most 33 (with 'len' = 33)
// CHECK: lost here: 'p' goes out of scope

// No number is in between.
int between_ok(int len) {
  char *p = malloc(4);
  if (!p)
    return -1;
  if (len > 32) {
    if (len <= 32)
      return len;
  }
  free(p);
  return 0;
}

// 3 * len is never 7 for small ones.
int product_ok(unsigned char len) {
  char *p = malloc(4);
  if (3 * len == 7)
    return len;
  free(p);
  return 0;
}

int product_bad(unsigned char len) {
  char *p = malloc(4);
  if (3 * len == 21)
    return len; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return 0;
}
