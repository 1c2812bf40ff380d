// A function whose result is its argument, if there is one, and new memory else.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --spec %S/Inputs/big.own | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody specs check %S/Inputs/big.own
#include <stdlib.h>

typedef struct big BIG;
BIG *BIG_new(void);
void BIG_free(BIG *);
BIG *BIG_read(const char *text, BIG *old);

// The same with a body.
long *parse(const char *text, long *into) {
  if (!into)
    into = malloc(sizeof *into);
  if (into)
    *into = atol(text);
  return into;
}

void given_ok(const char *text) {
  BIG *big = BIG_new();
  if (!big)
    return;
  BIG_read(text, big);
  BIG_free(big);
}

void given_and_kept_ok(const char *text) {
  BIG *big = BIG_new();
  if (!big)
    return;
  BIG *same = BIG_read(text, big);
  if (same)
    BIG_free(same);
  else
    BIG_free(big);
}

void body_ok(const char *text) {
  long number;
  parse(text, &number);
  long *own = parse(text, 0);
  free(own);
}

void new_bad(const char *text) {
  BIG_read(text, NULL); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void body_bad(const char *text) {
  parse(text, NULL); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
