// A table of lists that callees fill and clear.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
struct node {
  char *key;
  struct node *next;
};

struct table {
  struct node *bucket[16];
};

static int put(struct table *t, unsigned slot) {
  struct node *made = malloc(sizeof *made);
  if (!made)
    return -1;
  made->key = malloc(4);
  if (!made->key) {
    free(made);
    return -1;
  }
  made->next = t->bucket[slot % 16];
  t->bucket[slot % 16] = made;
  return 0;
}

static void clear(struct table *t) {
  for (int i = 0; i < 16; i++) {
    struct node *at = t->bucket[i];
    while (at) {
      struct node *next = at->next;
      free(at->key);
      free(at);
      at = next;
    }
  }
  free(t);
}

int filled_ok(int n) {
  struct table *t = calloc(1, sizeof *t);
  if (!t)
    return -1;
  for (int i = 0; i < n; i++)
    if (put(t, i) != 0)
      break;
  clear(t);
  return 0;
}
