// What is lost in a callee is told there, and not again in those that call it.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct list {
  char **items;
};

static int fill(char ***items, int n) {
  *items = malloc(8);
  if (!*items)
    abort();
  return n;
}

static struct list *open_list(int n) {
  struct list *list = malloc(sizeof *list);
  if (!list)
    abort();
  if (fill(&list->items, n)) {
    free(list); // CHECK: :[[@LINE]]:{{.*}}[leak]
    return 0;
  }
  return list;
}

static struct list *open_ok(int n) {
  return open_list(n);
}

int use_ok(int n) {
  struct list *list = open_ok(n);
  if (!list)
    return 0;
  free(list->items);
  free(list);
  return 1;
}
