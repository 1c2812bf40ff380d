// Made by a switch on a field and destroyed by a switch on the same field.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, TEXT, PAIR };

struct value {
  enum kind kind;
  union {
    long number;
    char *text;
    struct value *pair[2];
  } u;
};

struct value *make(enum kind kind, const char *text) {
  struct value *v = calloc(1, sizeof *v);
  if (!v)
    return NULL;
  v->kind = kind;
  switch (kind) {
  case NUMBER:
    v->u.number = 0;
    break;
  case TEXT:
    v->u.text = strdup(text);
    break;
  case PAIR:
    break;
  }
  return v;
}

void destroy(struct value *v) {
  switch (v->kind) {
  case TEXT:
    free(v->u.text);
    break;
  case NUMBER:
  case PAIR:
    break;
  }
  free(v);
}

void destroyed_ok(enum kind kind) {
  struct value *v = make(kind, "x");
  if (!v)
    return;
  destroy(v);
}

void known_kind_ok(void) {
  struct value *v = make(TEXT, "x");
  if (!v)
    return;
  destroy(v);
}

void known_kind_bad(void) {
  struct value *v = make(TEXT, "x");
  if (!v)
    return;
  free(v); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
