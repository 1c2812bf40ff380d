// Figure 9, the paper's false alarm: BN_copy returns its first argument, or null. Silent here.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

typedef struct {
  int top, *d;
} BIGNUM;

static BIGNUM *BN_new(void) {
  return calloc(1, sizeof(BIGNUM));
}
static void BN_free(BIGNUM *a) {
  if (a) {
    free(a->d);
    free(a);
  }
}
static BIGNUM *BN_copy(BIGNUM *a, const BIGNUM *b) {
  if (a == b)
    return a;
  int *d = realloc(a->d, b->top * sizeof *d);
  if (!d)
    return NULL;
  memcpy(d, b->d, b->top * sizeof *d);
  a->d = d;
  a->top = b->top;
  return a;
}

BIGNUM *BN_dup_ok(const BIGNUM *a) {
  BIGNUM *r, *t;
  if (a == NULL)
    return NULL;
  t = BN_new();
  if (t == NULL)
    return NULL;
  r = BN_copy(t, a);
  if (r == NULL)
    BN_free(t);
  return r;
}

BIGNUM *BN_dup_bad(const BIGNUM *a) {
  BIGNUM *r, *t;
  t = BN_new();
  if (t == NULL)
    return NULL;
  r = BN_copy(t, a);
  return r; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
