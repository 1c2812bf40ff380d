// Double frees are questions to the solver; the report shows the values under which both happen.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void ranges_bad(int len) {
  char *p = malloc(4);
  if (!p)
    return;
  if (len > 32)
    free(p);
  if (len <= 33)
    free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}
// CHECK: freed here first
// CHECK: 'len' is at most 33 (with 'len' = 33)
// CHECK: freed again here

void ranges_ok(int len) {
  char *p = malloc(4);
  if (!p)
    return;
  if (len > 32)
    free(p);
  if (len <= 32)
    free(p);
}

static void drop_if(char *p, int n) {
  if (n == 7)
    free(p);
}
void callee_ok(int n) {
  char *p = malloc(4);
  if (!p)
    return;
  drop_if(p, n);
  if (n != 7)
    free(p);
}
void callee_bad(int n) {
  char *p = malloc(4);
  if (!p)
    return;
  drop_if(p, n);
  free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

void argument_bad(char *p, int n) {
  if (n)
    free(p);
  if (n > 3)
    free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

void nulled_ok(char *p, int n) {
  if (n) {
    free(p);
    p = 0;
  }
  free(p);
}

void again_ok(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(4);
    free(p);
  }
}
