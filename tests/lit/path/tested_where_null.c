// What is in one of several slots is tested: those that may be meant count as kept from there on, and what they lead to.
// Where there is nothing in the slots nothing is meant, and nothing is kept.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not=warning:
#include <stdlib.h>

struct entry;
struct node {
  struct entry *owner;
};
struct entry {
  struct node *slots[4];
};

static struct node *node_for(struct entry *owner) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->owner = owner;
  return node;
}

int add_bad(unsigned at, unsigned flags) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e)
    return -1;
  if (flags & 1)
    e->slots[at & 3] = node_for(e);
  if (flags & 2)
    e->slots[at & 3] = node_for(e);
  if (e->slots[at >> 2 & 3] != NULL)
    return 0;
  // CHECK: tested_where_null.c:[[@LINE+1]]:3: warning: memory allocated by 'calloc' is lost here: 'e' is the last pointer to it [leak]
  return -1;
}

int add_ok(unsigned at, unsigned flags) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e)
    return -1;
  if (flags & 1)
    e->slots[at & 3] = node_for(e);
  if (flags & 2)
    e->slots[at & 3] = node_for(e);
  if (e->slots[at >> 2 & 3] != NULL)
    return 0;
  free(e);
  return -1;
}
// CHECK: 1 leak in 1 file
