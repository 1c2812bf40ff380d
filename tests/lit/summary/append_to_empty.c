// A function that appends to a list, called with an empty one: the loop is not entered.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct node {
  struct node *next;
};

static int append(struct node **at) {
  while (*at)
    at = &(*at)->next;
  *at = calloc(1, sizeof **at);
  return *at ? 1 : -1;
}

int one_bad(void) {
  struct node *root = NULL;
  int result = append(&root);
  return result; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
