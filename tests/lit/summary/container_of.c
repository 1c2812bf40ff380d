// From a member back to the object.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stddef.h>
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

struct link {
  struct link *next;
};
struct item {
  int id;
  struct link link;
};

static void item_drop(struct link *link) { free(container_of(link, struct item, link)); }

void by_member_ok(void) {
  struct item *item = malloc(sizeof *item);
  if (item)
    item_drop(&item->link);
}

void in_place_ok(void) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return;
  struct link *link = &item->link;
  item = NULL;
  free(container_of(link, struct item, link));
}

void list_ok(int n) {
  struct link *head = NULL;
  for (int i = 0; i < n; i++) {
    struct item *item = malloc(sizeof *item);
    if (!item)
      break;
    item->link.next = head;
    head = &item->link;
  }
  while (head) {
    struct link *next = head->next;
    free(container_of(head, struct item, link));
    head = next;
  }
}

void twice_bad(void) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return;
  item_drop(&item->link);
  free(item); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

void lost_bad(void) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return;
  struct link *link = &item->link;
  item = container_of(link, struct item, link);
  item->id = 1;
} // CHECK: :[[@LINE]]:{{.*}}[leak]
