// A ring whose elements are taken out one by one: each is freed once.
// XFAIL: *
// What link->prev points to is taken for another object than the head of the ring, so the head seems to keep its element.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <stdlib.h>

struct link {
  struct link *prev, *next;
};

void clear_ok(struct link *head) {
  while (head->next != head) {
    struct link *first = head->next;
    first->prev->next = first->next;
    first->next->prev = first->prev;
    free(first);
  }
}
