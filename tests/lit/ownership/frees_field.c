// Specifications that speak of fields: who frees one, and which own.
// RUN: split-file %s %t
// RUN: %custody check --engine=ownership --spec %t/fields.own %t/ok.c
// RUN: %custody check --spec %t/fields.own %t/ok.c
// RUN: %custody sigs --engine=ownership --spec %t/fields.own %t/ok.c | FileCheck %s
// CHECK: box::f: f = 1
// CHECK-NEXT: owns, because its specification says so

//--- fields.own
void box_clear(struct box *b) frees b->f;
container box { own char *f; };

//--- ok.c
#include <stdlib.h>

struct box {
  char *f;
};

struct plain {
  char *g;
};

void box_clear(struct box *b);

void on_the_stack(void) {
  struct box b;
  b.f = malloc(3);
  box_clear(&b);
}

void with_its_holder(void) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    return;
  b->f = malloc(3);
  box_clear(b);
  free(b);
}
