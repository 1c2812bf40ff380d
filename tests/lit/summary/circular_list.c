// A circular list with two directions that is emptied from its head: each round frees another element.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
struct link {
  struct link *next, *prev;
};

static void take_out(struct link *link) {
  link->prev->next = link->next;
  link->next->prev = link->prev;
}

void clear_ok(struct link *head) {
  while (head->next != head) {
    struct link *link = head->next;
    take_out(link);
    free(link);
  }
}
