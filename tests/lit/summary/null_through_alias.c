// A check of one pointer is a check of its copies.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct node {
  struct node *next;
};

int alias_ok(struct node **out) {
  struct node *p = malloc(sizeof *p);
  struct node *q = p;
  if (!q)
    return -1;
  q->next = 0;
  *out = p;
  return 0;
}

int field_alias_ok(struct node *list) {
  struct node *p = list->next = malloc(sizeof *p);
  if (!p)
    return -1;
  free(p);
  list->next = 0;
  return 0;
}

int local_alias_ok(void) {
  struct node *p = malloc(sizeof *p);
  struct node *q = p;
  if (!q)
    return -1;
  free(p);
  return 0;
}

int local_alias_bad(void) {
  struct node *p = malloc(sizeof *p);
  struct node *q = p;
  if (q)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return 0;
}
