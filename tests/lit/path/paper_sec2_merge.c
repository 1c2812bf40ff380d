// Section 2: scalars keep apart what the branches gave them (MergeScalar), conditions are numbers and numbers conditions
// (lift), structures are their fields, casts change the width and the sign.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void merged_ok(int c) {
  int n;
  char *p = 0;
  if (c)
    n = 1;
  else
    n = 2;
  if (n == 1)
    p = malloc(4);
  if (c)
    free(p);
}

void merged_bad(int c) {
  int n;
  char *p = 0;
  if (c)
    n = 1;
  else
    n = 2;
  if (n == 1)
    p = malloc(4);
  if (!c)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void lifted_ok(int x) {
  char *p = 0;
  int is = x > 5;
  if (is)
    p = malloc(4);
  if (x != 0 && x > 5)
    free(p);
}

void lifted_bad(int x) {
  char *p = 0;
  int is = x > 5;
  if (is + 1 == 2)
    p = malloc(4);
  if (x > 6)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

struct pair {
  int n;
  char *p;
};
void fields_ok(int x) {
  struct pair s = {x, 0}, t;
  if (x > 3)
    s.p = malloc(3);
  t = s;
  if (t.n > 3)
    free(t.p);
}

void fields_bad(int x) {
  struct pair s = {x, 0}, t;
  if (x > 3)
    s.p = malloc(3);
  t = s;
  if (t.n > 4)
    free(t.p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void widths_ok(int x, signed char y) {
  char *p = 0, *q = 0;
  if ((unsigned char)x == 3)
    p = malloc(4);
  if ((x & 255) == 3)
    free(p);
  if (y < 0)
    q = malloc(4);
  if ((int)y < 0)
    free(q);
}

void widths_bad(signed char x) {
  char *p = 0;
  if (x < 0)
    p = malloc(4);
  if ((unsigned char)x >= 129)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: (with 'x' = -128)
