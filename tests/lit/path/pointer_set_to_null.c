// A callee empties a list on some ways and leaves it alone on others: what the head held is a pointer in both, and the
// second callee finds the element there.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct word {
  struct word *next;
};

struct line {
  unsigned long length;
  struct word *head;
};

void flush(struct line *l) {
  while (l->head) {
    struct word *w = l->head;
    l->head = w->next;
    free(w);
  }
  l->head = NULL;
  l->length = 0;
}

void add(struct line *l) {
  struct word *w = malloc(sizeof *w);
  if (!w)
    abort();
  w->next = l->head;
  l->head = w;
}

void flush_if_long(struct line *l) {
  if (l->length > 80)
    flush(l);
}

void forget_if_long(struct line *l) {
  if (l->length > 80)
    l->head = NULL;
}

void ok(struct line *l) {
  flush(l);
  add(l);
  flush_if_long(l);
  flush(l);
}

void bad(struct line *l) {
  flush(l);
  l->length = 100;
  add(l);
  // CHECK: pointer_set_to_null.c:[[@LINE+1]]:{{.*}} warning: memory allocated by 'add' is lost here
  forget_if_long(l);
  flush(l);
}
// CHECK: {{^}}1 leak in 1 file
