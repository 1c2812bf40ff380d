// Section 2: guards. Statements 1 and 2 exclude each other and cover all ways; 3 is reached from both.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void both_ok(int x) {
  char *p = malloc(4);
  if (x > 5)
    free(p);
  else
    free(p);
}

void one_bad(int x) {
  char *p = malloc(4);
  if (x > 5)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// The two conditions are one.
void same_ok(int x) {
  char *p = 0;
  if (x > 5)
    p = malloc(4);
  if (x >= 6)
    free(p);
}

// They are not for 6.
void almost_bad(int x) {
  char *p = 0;
  if (x > 5)
    p = malloc(4);
  if (x > 6)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: (with 'x' = 6)

// Bits: masks, shifts and wrapping are exact.
void bits_ok(unsigned x) {
  char *p = 0;
  if ((x & 12) == 8)
    p = malloc(4);
  if (((x >> 2) & 3) == 2)
    free(p);
}

void wraps_bad(unsigned char x) {
  char *p = 0;
  unsigned char y = x + 1;
  if (y < x)
    p = malloc(4);
  if (x != 255)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
