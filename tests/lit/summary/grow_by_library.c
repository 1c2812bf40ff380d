// A program's own reallocation on top of a library function that is not realloc itself: what the old block held is in
// the new one.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct menu {
  char **items;
  unsigned count;
};

static void *grow(void *old, size_t count, size_t size) {
  void *moved = reallocarray(old, count, size);
  if (!moved)
    abort();
  return moved;
}

static void add(struct menu *menu, const char *text) {
  menu->items = grow(menu->items, menu->count + 1, sizeof *menu->items);
  menu->items[menu->count++] = strdup(text);
}

void add_all(struct menu *menu, const char **texts) {
  for (; *texts; texts++)
    add(menu, *texts);
}

void forget(const char *text) {
  char **items = grow(NULL, 1, sizeof *items);
  items[0] = strdup(text);
  items = grow(items, 2, sizeof *items);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
