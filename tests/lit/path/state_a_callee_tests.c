// A pointer that only a callee looks at may be null, and the callee then keeps nothing. One that the function itself
// reads and never tests is there: that the callee tests it, too, is caution.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct unit {
  int number;
};

struct info {
  struct unit *unit;
};

struct node {
  struct node *inner;
};

static struct node *named(const struct info *info, struct node *node) {
  if (info->unit == NULL)
    return NULL;
  return node;
}

struct node *callee_tests_bad(const struct info *info) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return NULL;
  node = named(info, node); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return node;
}

struct node *read_before_ok(const struct info *info, int *number) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return NULL;
  *number = info->unit->number;
  node = named(info, node);
  return node;
}

static void keep(struct node *list, struct node *node) {
  if (list)
    list->inner = node;
}

void argument_ok(struct node *list) {
  struct node *node = malloc(sizeof *node);
  keep(list, node);
}
