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

// Branches on the way to the allocation are told if they ask about the same; the others are not.
void before_bad(int len, int other) {
  char *p = 0;
  if (other == 5)
    return;
  if (len > 32)
    p = malloc(len);
  if (len > 64)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK-NOT: 'other'
// CHECK: :[[@LINE-6]]:{{.*}}on the path where 'len' is greater than 32 (with 'len' = [[LEN:[0-9]+]])
// CHECK: :[[@LINE-6]]:{{.*}}allocated here
// CHECK: :[[@LINE-6]]:{{.*}}on the path where 'len' is at most 64 (with 'len' = [[LEN]])
// CHECK: lost here

// Both sides have a value.
void sides_bad(unsigned char a, unsigned char b) {
  char *p = malloc(4);
  if (b != 0)
    a = 200;
  if (a <= b)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: on the path where 'a' is greater than 'b' (with 'a' = {{[0-9]+}}, 'b' = {{[0-9]+}})

// What is compared is the number without a sign.
void unsigned_bad(signed char c) {
  char *p = malloc(4);
  if ((unsigned char)c != 255)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: on the path where '(unsigned char)c' is 255

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
