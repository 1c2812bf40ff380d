// What callees leave in a structure of the function is the function's: a create and a destroy function that work on
// memory they do not own themselves.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  unsigned room, used;
};

void buffer_init(struct buffer *b) {
  b->room = 4096;
  b->used = 0;
  b->data = malloc(b->room);
  if (!b->data)
    abort();
}

void buffer_free(struct buffer *b) {
  memset(b->data, 0, b->room);
  free(b->data);
}

void buffer_put(struct buffer *b, char c) {
  if (b->used == b->room) {
    b->room *= 2;
    b->data = realloc(b->data, b->room);
    if (!b->data)
      abort();
  }
  b->data[b->used++] = c;
}

int buffer_first(const struct buffer *b) { return b->data[0]; }

// CHECK: in 'message_bad':
// CHECK: [[#@LINE+7]]:5: warning: memory allocated by 'buffer_put' is lost here: 'b.data' is the last pointer to it
// CHECK: 'buffer_init' hands it over first
int message_bad(char c) {
  struct buffer b;
  buffer_init(&b);
  buffer_put(&b, c);
  if (buffer_first(&b) == 'x')
    return -1;
  buffer_free(&b);
  return 0;
}

int message_ok(char c) {
  struct buffer b;
  buffer_init(&b);
  buffer_put(&b, c);
  int first = buffer_first(&b);
  buffer_free(&b);
  return first;
}
// CHECK: 1 leak in 1 file
