// References that are counted by hand: what is counted down and not freed belongs to others.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct object {
  int type;
  int refs;
  void *data;
};

static struct object *make(int type) {
  struct object *o = malloc(sizeof *o);
  if (!o)
    exit(1);
  o->type = type;
  o->refs = 1;
  o->data = NULL;
  return o;
}

static void drop(struct object *o) {
  if (o->refs == 1) {
    free(o->data);
    free(o);
  } else {
    o->refs--;
  }
}

static struct object *copy(const struct object *of) {
  struct object *o = make(of->type);
  *o = *of;
  o->data = NULL;
  return o;
}

void used_ok(const struct object *of) {
  struct object *o = copy(of);
  drop(o);
}

void dropped_bad(const struct object *of) {
  struct object *o = copy(of);
  if (o->type)
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  drop(o);
}

// Counted, but nobody counts down.
static void drop_first(struct object *o) {
  if (o->refs == 1)
    free(o);
}

void dropped_first_bad(const struct object *of) {
  struct object *o = copy(of);
  drop_first(o);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
