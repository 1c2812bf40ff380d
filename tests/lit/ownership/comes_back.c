// Who gets an argument only to hand it back does not keep it: `strcpy(p, s)` hides no leak of its caller's callers.
// RUN: not %custody check --engine=ownership %s | FileCheck %s

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *last;

static char *copied(const char *s) {
  char *p = malloc(9);
  strcpy(p, s);
  return p;
}

static char *line(void) {
  char *p = malloc(9);
  fgets(p, 9, stdin);
  return p;
}

static char *remembered(const char *s) {
  char *p = malloc(9);
  last = strcpy(p, s);
  return p;
}

static char *remembered_later(const char *s) {
  char *p = malloc(9);
  char *q = strcpy(p, s);
  char *r = q;
  last = r;
  return p;
}

static void fill(char *p) {
  strcpy(p, "x");
}

int lost(int n) {
  char *p = copied("x");
  if (n)
    // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'copied' is lost here
    return 1;
  free(p);
  return 0;
}

int lost_line(int n) {
  char *p = line();
  if (n)
    // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'line' is lost here
    return 1;
  free(p);
  return 0;
}

int lost_filled(int n) {
  char *p = malloc(9);
  if (!p)
    return 0;
  fill(p);
  if (n)
    // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'malloc' is lost here
    return 1;
  free(p);
  return 0;
}

// CHECK-NOT: warning
int kept(int n) {
  char *p = remembered("x");
  char *q = remembered_later("x");
  return p[n] + q[n];
}
