// A function that only this file can call, and whose callers all pass a pointer that is not null, is not asked what it
// would do without one, although it tests for that.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct node {
  struct node *next, *parts;
};

static struct node *made(void) { return calloc(1, sizeof(struct node)); }

static void add_tree_ok(struct node *to, int depth);
static void add_ok(struct node *to, int depth) {
  struct node *n = made();
  if (!n)
    return;
  if (to) {
    n->next = to->parts;
    to->parts = n;
  }
  if (depth > 0)
    add_tree_ok(to, depth - 1);
}
static void add_tree_ok(struct node *to, int depth) {
  for (int i = 0; i < 3; i++)
    add_ok(to, depth);
}
struct node *load_ok(int depth) {
  struct node *top = made();
  if (top == NULL)
    return NULL;
  add_tree_ok(top, depth);
  return top;
}
void fill_ok(struct node *list) {
  list->parts = NULL; // followed: not null
  add_tree_ok(list, 1);
  struct node here = {NULL, NULL};
  add_tree_ok(&here, 0);
  list->next = here.parts;
}

static void add_untested_bad(struct node *to) {
  struct node *n = made();
  if (n && to) {
    n->next = to->parts;
    to->parts = n;
  }
} // CHECK: :[[@LINE]]:{{.*}}[leak]
void call_untested(struct node *list) { add_untested_bad(list); }

static void add_changed_bad(struct node *to) {
  struct node *n = made();
  if (n && to) {
    n->next = to->parts;
    to->parts = n;
  }
} // CHECK: :[[@LINE]]:{{.*}}[leak]
void call_changed(struct node *list) {
  if (!list)
    return;
  list = list->next;
  add_changed_bad(list);
}

static void add_one_way_bad(struct node *to) {
  struct node *n = made();
  if (n && to) {
    n->next = to->parts;
    to->parts = n;
  }
} // CHECK: :[[@LINE]]:{{.*}}[leak]
void call_one_way(struct node *list, int sure) {
  if (sure && !list)
    return;
  add_one_way_bad(list);
}

static void add_taken_bad(struct node *to) {
  struct node *n = made();
  if (n && to) {
    n->next = to->parts;
    to->parts = n;
  }
} // CHECK: :[[@LINE]]:{{.*}}[leak]
void (*adder(void))(struct node *) {
  struct node here = {NULL, NULL};
  add_taken_bad(&here);
  free(here.parts);
  return add_taken_bad; // whoever gets it may call it with what he likes
}
