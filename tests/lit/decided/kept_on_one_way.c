// What a callee keeps on one way and refuses on another: the summary engine alone takes it for kept, as its paper does
// (escape-on-any-path). Here the path engine looks at each way.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --check-prefix=ALONE --implicit-check-not='warning: '
// ALONE: 0 unknown statements
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --explain | FileCheck %s --check-prefix=PROPOSED
// PROPOSED: the engines ownership, path, summary agree
#include <stdlib.h>

struct node {
  struct node *next;
  void *data;
};
struct node *head;

static struct node *insert(void *data) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return NULL;
  node->data = data;
  node->next = head;
  head = node;
  return node;
}

int refused_bad(int wanted) {
  int status = -1;
  int *entry = malloc(sizeof *entry);
  if (!entry)
    return -1;
  if (wanted && insert(entry))
    status = 0;
  return status; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int refused_ok(int wanted) {
  int status = -1;
  int *entry = malloc(sizeof *entry);
  if (!entry)
    return -1;
  if (wanted && insert(entry))
    status = 0;
  else
    free(entry);
  return status;
}
