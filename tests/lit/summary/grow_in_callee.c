// An array of pointers that a callee grows with realloc.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct vector {
  char **items;
  size_t count, room;
};

static int push(struct vector *v, const char *text) {
  if (v->count == v->room) {
    size_t room = v->room ? 2 * v->room : 8;
    char **items = realloc(v->items, room * sizeof *items);
    if (!items)
      return -1;
    v->items = items;
    v->room = room;
  }
  v->items[v->count] = strdup(text);
  if (!v->items[v->count])
    return -1;
  v->count++;
  return 0;
}

static void clear(struct vector *v) {
  for (size_t i = 0; i < v->count; i++)
    free(v->items[i]);
  free(v->items);
}

void filled_ok(const char **texts, int n) {
  struct vector v = {0};
  for (int i = 0; i < n; i++)
    if (push(&v, texts[i]) < 0)
      break;
  clear(&v);
}

void one_ok(const char *text) {
  struct vector v = {0};
  push(&v, text);
  clear(&v);
}

void array_bad(const char *text) {
  struct vector v = {0};
  push(&v, text);
  if (v.count)
    free(v.items[0]);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
