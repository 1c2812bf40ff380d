// The low bits of an address: new memory is aligned, of other memory nobody knows, and a mark stays in its pointer.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path --function=make | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

typedef unsigned long word;

// SIG: isMalloc: true
static void *make(void) {
  char *p = malloc(8);
  if (!p)
    return NULL;
  if (((word)p & 7) != 0)
    abort();
  return p;
}

void made_bad(void) {
  char *p = make();
  if (p)
    *p = 1;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void given_bad(char *s) {
  if (!s)
    return;
  char *q = malloc(3);
  if ((word)s % 4)
    free(q);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// The same bits, asked twice.
void given_ok(char *s) {
  if (!s)
    return;
  char *q = malloc(3);
  if ((word)s & 3)
    free(q);
  if (((word)s & 3) == 0)
    free(q);
}

void marked_ok(void) {
  word v = (word)malloc(8);
  v |= 1;
  if (v & 1)
    free((void *)(v & ~1ul));
}

void marked_bad(void) {
  word v = (word)malloc(8);
  v |= 1;
  if (!(v & 1))
    free((void *)(v & ~1ul));
} // CHECK: :[[@LINE]]:{{.*}}[leak]
