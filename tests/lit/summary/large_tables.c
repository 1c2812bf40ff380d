// A table with more elements than are told apart: what lies in it is still held, and nothing is lost by filling it.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

#define FOUR(n) t[n] = malloc(n + 1); t[n + 1] = malloc(n + 1); t[n + 2] = malloc(n + 1); t[n + 3] = malloc(n + 1);
#define ROW(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12) FOUR(n + 16) FOUR(n + 20) FOUR(n + 24) FOUR(n + 28)
#define MANY(n) ROW(n) ROW(n + 32) ROW(n + 64) ROW(n + 96) ROW(n + 128) ROW(n + 160) ROW(n + 192) ROW(n + 224)

void fill(char **t) { MANY(0) MANY(256) }

void returnsElement(int n, char **out) {
  char *t[512];
  MANY(0)
  MANY(256)
  *out = t[n];
  for (int i = 0; i < 512; i++)
    if (i != n)
      free(t[i]);
}

void forgets(char **t, int n) {
  MANY(0)
  MANY(256)
  char *p = malloc(n);
  if (n > 7)
    // CHECK: large_tables.c:[[# @LINE + 1]]:5: warning: memory allocated by 'malloc' is lost here: 'p'
    return;
  t[300] = p;
}
