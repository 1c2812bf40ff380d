// Counts of references in C, freed by another function: what is left where the count was not the last.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct buffer {
  unsigned users;
  char *bytes;
};

struct view {
  struct buffer *buffer;
};

static struct buffer *make(size_t size) {
  struct buffer *b = malloc(sizeof *b);
  if (!b)
    return NULL;
  b->users = 1;
  b->bytes = malloc(size);
  return b;
}

static void destroy(struct buffer *b) {
  free(b->bytes);
  free(b);
}

void drop(struct buffer *b) {
  if (--b->users > 0)
    return;
  destroy(b);
}

// Everybody who is left has the old one.
void renew(struct view *v, size_t size) {
  struct buffer *b = make(size);
  if (!b)
    return;
  if (v->buffer->users > 1)
    v->buffer->users--;
  else
    destroy(v->buffer);
  v->buffer = b;
}

void view_ok(size_t size) {
  struct view v;
  v.buffer = make(size);
  if (!v.buffer)
    return;
  renew(&v, size);
  drop(v.buffer);
}

void forgotten_bad(size_t size) {
  struct buffer *b = make(size);
  if (b)
    b->users++;
  // CHECK: counted_by_callee.c:[[#@LINE+1]]:1: warning: memory allocated by 'make' is lost here
}
