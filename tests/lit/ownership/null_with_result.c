// A callee fills a field, and its result says whether there was memory: where it says no, nothing is there that could
// be lost.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct box {
  char *data;
};

static int filled(struct box *b, int n) {
  b->data = malloc(n);
  return b->data ? 0 : -1;
}

static int isFilled(struct box *b, int n) {
  char *data = malloc(n);
  b->data = data;
  return data != NULL;
}

static int filledByOther(struct box *b, int n) {
  if (filled(b, n + 1) != 0)
    return 7;
  return 5;
}

static int tooLarge(struct box *b, int n) {
  b->data = malloc(n);
  if (!b->data || n > 99)
    return -1;
  return 0;
}

int tested_ok(void) {
  struct box b = {0};
  if (filled(&b, 3))
    return -1;
  free(b.data);
  return 0;
}

int truth_ok(void) {
  struct box b = {0};
  if (!isFilled(&b, 3))
    return -1;
  free(b.data);
  return 0;
}

int passed_on_ok(void) {
  struct box b = {0};
  if (filledByOther(&b, 3) != 5)
    return -1;
  free(b.data);
  return 0;
}

// CHECK: [[#@LINE+4]]:5: warning: memory allocated by 'filledByOther' is lost here: 'b.data' is the last pointer to it [leak]
int other_way_bad(void) {
  struct box b = {0};
  if (filledByOther(&b, 3) == 5)
    return -1;
  free(b.data);
  return 0;
}

// The result does not tell: too large is an error with memory.
// CHECK: [[#@LINE+4]]:5: warning: memory allocated by 'tooLarge' is lost here: 'b.data' is the last pointer to it [leak]
int too_large_bad(void) {
  struct box b = {0};
  if (tooLarge(&b, 100))
    return -1;
  free(b.data);
  return 0;
}

// CHECK: [[#@LINE+6]]:5: warning: memory allocated by 'filled' is lost here: 'b.data' is the last pointer to it [leak]
int later_bad(int isBroken) {
  struct box b = {0};
  if (filled(&b, 3))
    return -1;
  if (isBroken)
    return -2;
  free(b.data);
  return 0;
}
