// A callee that frees its argument when it fails.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct item {
  int id;
};
struct item *table[10];

int add(struct item *item) {
  if (item->id < 0 || item->id >= 10) {
    free(item);
    return -1;
  }
  table[item->id] = item;
  return 0;
}

int refuse(struct item *item) {
  if (item->id < 0)
    return -1;
  table[item->id % 10] = item;
  return 0;
}

int added_ok(int id) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return -1;
  item->id = id;
  if (add(item) < 0)
    return -1;
  return 0;
}

int added_bad(int id) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return -1;
  item->id = id;
  if (add(item) < 0) {
    free(item); // CHECK: :[[@LINE]]:{{.*}}[double-free]
    return -1;
  }
  return 0;
}

int refused_ok(int id) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return -1;
  item->id = id;
  if (refuse(item) < 0) {
    free(item);
    return -1;
  }
  return 0;
}
