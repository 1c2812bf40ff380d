// Wrappers that know one block that is not on the heap: new memory is never that block. Which pointer a caller gives is
// a part of the summary.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static const char empty[] = "";
void die(void) __attribute__((noreturn));

static void *make(size_t size) {
  void *block = malloc(size);
  if (!block)
    die();
  return block;
}

static void *resize(void *block, size_t size) {
  if (block == (void *)empty)
    return make(size);
  block = realloc(block, size);
  if (!block)
    die();
  return block;
}

static void drop(void *block) {
  if (block != (void *)empty)
    free(block);
}

static char *copy(const char *text) {
  if (!*text)
    return (char *)empty;
  return strcpy(make(strlen(text) + 1), text);
}

void dropped_ok(const char *text) {
  char *t = copy(text);
  drop(t);
}

void resized_ok(const char *text) {
  char *t = make(3);
  t = resize(t, 10);
  t[0] = *text;
  drop(t);
}

int kept_on_one_way(const char *text) {
  char *t = copy(text);
  if (text[1] == 'x')
    // CHECK: shared_constant.c:[[@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'copy' is lost here
    return -1;
  drop(t);
  return 0;
}

// A few that are never freed, known by their place.
struct stream {
  char *path;
};
static struct stream standard[3];

static void close_stream(struct stream *s) {
  free(s->path);
  if (!(s >= standard && s <= standard + 2))
    free(s);
}

void closed_ok(void) {
  struct stream *s = make(sizeof *s);
  s->path = NULL;
  close_stream(s);
}

void not_closed(struct stream *other) {
  struct stream *s = make(sizeof *s);
  s->path = NULL;
  close_stream(other);
  // CHECK: shared_constant.c:[[@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'make' is lost here
}
