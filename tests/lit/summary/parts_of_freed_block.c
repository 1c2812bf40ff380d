// What hung on a block that a callee made and freed itself is the callee's to lose. The blocks of a vector that grows
// in a loop are few to the caller: the one that the vector holds and those before it, which are freed.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct block { // in front of what is handed out
  long mark, size;
  char data[];
};

static void *made(long size) {
  struct block *b = malloc(sizeof *b + size);
  if (!b)
    abort();
  return b->data;
}
static struct block *block_of(void *p) {
  struct block *b = (struct block *)((char *)p - offsetof(struct block, data));
  b->mark = 0;
  return b;
}
static void release(void *p) { free(block_of(p)); }
static void *resized(void *p, long size) {
  struct block *b = realloc(block_of(p), sizeof *b + size);
  if (!b)
    abort();
  return b->data;
}
static char *copy_of(const char *s) { return strcpy(made(strlen(s) + 1), s); }

struct vec {
  long room, count;
  char **items;
};

static void vec_add(struct vec *v, ...) {
  va_list rest;
  va_start(rest, v);
  for (char *item; (item = va_arg(rest, char *)) != NULL;) {
    if (v->count == v->room) {
      v->room *= 2;
      v->items = resized(v->items, v->room * sizeof *v->items);
    }
    v->items[v->count++] = copy_of(item);
  }
  va_end(rest);
}

static void vec_free(struct vec *v) {
  for (char **item = v->items; item < v->items + v->count; item++)
    release(*item);
  release(v->items);
  release(v);
}

char *next_word(const char **rest);

static struct vec *split(const char *text) {
  struct vec *v = made(sizeof *v);
  v->room = 2;
  v->count = 0;
  v->items = made(v->room * sizeof *v->items);
  for (char *word; (word = next_word(&text)) != NULL;)
    vec_add(v, word, (char *)NULL);
  return v;
}

struct vec *pass_on_ok(const char *text) { return split(text); }

void free_all_ok(const char *text) { vec_free(split(text)); }

void forgotten_bad(const char *text) {
  struct vec *v = split(text);
  if (v->count > 3)
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  vec_free(v);
}
