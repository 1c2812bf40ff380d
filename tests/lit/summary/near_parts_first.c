// A function that frees more far parts of its argument than there are names for still frees the near ones.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define THIRTY(X) TEN(X, a) TEN(X, b) TEN(X, c)
#define FIELD(name) char *name;
#define FREE(name) free(in->name);

struct inner {
  THIRTY(FIELD)
};
struct part {
  struct inner *in;
};
struct box {
  struct part *p, *q, *r, *s, *t, *u;
  char *last;
};

static void drop(struct part *part) {
  struct inner *in = part->in;
  THIRTY(FREE)
  free(in);
  free(part);
}

void clear(struct box *b) {
  drop(b->p);
  drop(b->q);
  drop(b->r);
  drop(b->s);
  drop(b->t);
  drop(b->u);
  free(b->last);
}

void fill_ok(struct box *b) {
  struct box own = *b;
  own.last = malloc(8);
  clear(&own);
}
