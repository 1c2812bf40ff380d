// A program's own reallocation that copies bytes: what the old block held is in the new one.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct names {
  char **items;
  size_t count;
};

static void *grow(void *old, size_t from, size_t to) {
  if (!old)
    return calloc(1, to);
  void *moved = malloc(to);
  if (!moved)
    return NULL;
  memcpy(moved, old, from);
  memset((char *)moved + from, 0, to - from);
  free(old);
  return moved;
}

int collect(const char **texts, struct names *names) {
  for (; *texts; texts++) {
    char *copy = strdup(*texts);
    char **items = grow(names->items, names->count * sizeof *items, (names->count + 1) * sizeof *items);
    if (!items) {
      free(copy);
      return -1;
    }
    names->items = items;
    names->items[names->count++] = copy;
  }
  return 0;
}

int forget(const char *text) {
  char **items = grow(NULL, 0, sizeof *items);
  if (!items)
    return -1;
  items[0] = strdup(text);
  char **more = grow(items, sizeof *items, 2 * sizeof *items);
  if (!more)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(more[0]);
  free(more);
  return 0;
}
