// Signed numbers do not overflow: a size that doubles is not 0 afterwards, and so a table that grew is not made anew.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct set {
  int count, room;
  int *items;
};

int add_all_ok(struct set *s, const int *items, int count) {
  for (int i = 0; i < count; i++) {
    if (s->room == 0) {
      s->items = malloc(8 * sizeof *s->items);
      if (!s->items)
        return -1;
      s->room = 8;
    } else if (s->count >= s->room) {
      s->room *= 2;
      int *grown = realloc(s->items, s->room * sizeof *grown);
      if (!grown)
        return -1;
      s->items = grown;
    }
    s->items[s->count++] = items[i];
  }
  return 0;
}

void forget_bad(struct set *s) {
  s->room *= 2;
  int *grown = realloc(s->items, s->room * sizeof *grown);
  if (!grown)
    return;
  s->items = grown;
  s->room = 0;
  if (s->room == 0)
    s->items = malloc(8);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
