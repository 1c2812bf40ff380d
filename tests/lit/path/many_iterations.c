// Loops that run more often than is looked at.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// A pointer that moves within its object keeps nothing of it, and loses nothing.
int moved_bad(int k) {
  char *block = malloc(50), *at = block;
  if (!block)
    return -1;
  for (int i = 0; i < 50; i++)
    *at++ = 0;
  if (k > 3)
    return -1; // CHECK: :[[@LINE]]:{{.*}}'block' is the last pointer to it [leak]
  free(block);
  return 0;
}

int moved_ok(void) {
  char *at = malloc(50), *block = at;
  if (!block)
    return -1;
  for (int i = 0; i < 50; i++)
    *at++ = 0;
  free(at - 50);
  return 0;
}

// The callee returns for 50, too.
static void clear(char *at, size_t size) {
  while (size > 0) {
    *at++ = 0;
    size--;
  }
}

int cleared_bad(int k) {
  char *block = malloc(50);
  if (!block)
    return -1;
  clear(block, 50);
  if (k > 3)
    return -1; // CHECK: :[[@LINE]]:{{.*}}'block' is the last pointer to it [leak]
  free(block);
  return 0;
}

static void free_all(char **all, int count) {
  for (int i = 0; i < count; i++)
    free(all[i]);
}

int freed_ok(void) {
  char *all[50];
  for (int i = 0; i < 50; i++)
    all[i] = malloc(5);
  free_all(all, 50);
  return 0;
}
