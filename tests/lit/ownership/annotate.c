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

// OWN: container text { own char *s; };
// OWN: own text *text_new();
struct text *text_new(void) {
  return malloc(sizeof(struct text));
}

// OWN: void text_delete(own text *t) frees t->s;
void text_delete(struct text *t) {
  free(t->s);
  free(t);
}

// OWN: void text_clear(text *t) frees t->s sets t->s to null;
void text_clear(struct text *t) {
  free(t->s);
  t->s = NULL;
}

// OWN: void text_log(const char *format, ...);
void text_log(const char *format, ...) {
  if (*format)
    return;
}

// OWN: int text_length(text *t);
int text_length(struct text *t) {
  return t != 0;
}

// CHECK: in 'lost':
// CHECK: memory allocated by 'text_new' is lost here
// CHECK: 1 leak in 1 file
