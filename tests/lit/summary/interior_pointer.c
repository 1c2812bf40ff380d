// A pointer into an object holds the object.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct link {
  struct link *next;
};
struct item {
  int id;
  struct link link;
};
struct link *list;

void linked_ok(void) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return;
  item->link.next = list;
  list = &item->link;
}

char *behind_header_ok(size_t n) {
  size_t *head = malloc(sizeof *head + n);
  if (!head)
    return NULL;
  *head = n;
  return (char *)(head + 1);
}

void with_header_ok(void) {
  char *p = behind_header_ok(10);
  if (p)
    free((size_t *)p - 1);
}

int walking_ok(int n) {
  int *start = calloc(n, sizeof *start);
  if (!start)
    return 0;
  int sum = 0;
  for (int *p = start; p < start + n; p++)
    sum += *p;
  free(start);
  return sum;
}

void linked_bad(void) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return;
  struct link *link = &item->link;
  link->next = list;
} // CHECK: :[[@LINE]]:{{.*}}[leak]
