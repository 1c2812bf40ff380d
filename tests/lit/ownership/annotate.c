// Signatures as declarations that are believed when they are read back.
// RUN: %custody sigs --engine=ownership --annotate %s -o %t.own
// RUN: FileCheck %s --check-prefix=OWN --input-file=%t.own
// RUN: %custody specs check %t.own
// RUN: %custody check --engine=ownership --spec %t.own %S/Inputs/uses_text.c > %t || true
// RUN: FileCheck %s --input-file=%t
#include <stdlib.h>

struct text {
  char *s;
};

// OWN: own text *text_new();
struct text *text_new(void) {
  return malloc(sizeof(struct text));
}

// OWN: void text_delete(own text *t);
void text_delete(struct text *t) {
  free(t);
}

// OWN: int text_length(text *t);
int text_length(struct text *t) {
  return t != 0;
}

// CHECK: in 'lost':
// CHECK: memory allocated by 'text_new' is lost here
// CHECK: 1 leak in 1 file
