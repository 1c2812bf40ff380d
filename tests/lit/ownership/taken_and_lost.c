// Fields of C structures that a destroy function frees, emptied by hand: what was there must go somewhere.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct box {
  char *name, *data;
  struct box *spare;
};

void box_free(struct box *b) {
  if (!b)
    return;
  free(b->name);
  free(b->data);
  free(b);
}

// CHECK: [[#@LINE+7]]:1: warning: memory is lost here: 'name' is the last pointer to it [leak]
// CHECK: note: the field 'b->name' owns what it points to: 'box_free' frees it
// CHECK: note: lost here: it was taken out of 'b->name', and nobody keeps it
void forgotten_bad(struct box *b) {
  char *name = b->name;
  b->name = NULL;
  name[0] = 0;
}

// CHECK: [[#@LINE+8]]:5: warning: memory is lost here: 'saved' is the last pointer to it [leak]
int saved_bad(struct box *b, const char *text) {
  char *saved = b->data;
  b->data = strdup(text);
  if (!b->data) {
    b->data = saved;
    return -1;
  } else if (strlen(b->data) > 9)
    return 1;
  free(b->data);
  b->data = saved;
  return 0;
}

int saved_ok(struct box *b, const char *text) {
  char *saved = b->data;
  int length;
  b->data = strdup(text);
  length = b->data ? (int)strlen(b->data) : -1;
  free(b->data);
  b->data = saved;
  return length;
}

void freed_ok(struct box *b) {
  char *name = b->name;
  b->name = NULL;
  free(name);
}

void moved_ok(struct box *b) {
  char *name = b->name;
  b->name = b->data;
  b->data = name;
}
