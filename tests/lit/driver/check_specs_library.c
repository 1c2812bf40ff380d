// A library's bodies against its model. What it exports by aliases has the alias's specification, its families are made
// of malloc's memory, and what it does not do because another argument is null is no contradiction.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --check-specs --spec %driver/library.own > %t.txt
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t.txt
#include <stdlib.h>
#include <string.h>

struct list {
  char *first;
};

struct list *list_new_inside(void) {
  return calloc(1, sizeof(struct list));
}
extern __typeof(list_new_inside) list_new __attribute__((alias("list_new_inside")));

void list_free(struct list *l) {
  if (!l)
    return;
  free(l->first);
  free(l);
}

int list_add_inside(struct list *l, char *text) {
  if (!l)
    return 0;
  l->first = text;
  return 0;
}
extern __typeof(list_add_inside) list_add __attribute__((alias("list_add_inside")));

// 0 is success, and the specification has it the other way round.
int list_add_wrong_inside(struct list *l, char *text) {
  if (l->first)
    return 1;
// CHECK: [[@LINE-1]]:5: warning: the body contradicts its specification: 'text' is neither freed nor stored when the function returns here
  l->first = text;
  return 0;
}
extern __typeof(list_add_wrong_inside) list_add_wrong __attribute__((alias("list_add_wrong_inside")));
// CHECK: library.own:5:{{.*}} note: specified here: 'text' is taken over

char *list_detach(struct list *l) {
  char *first = l->first;
  l->first = NULL;
  return first;
}

char *list_first_wrong(struct list *l) {
  return l->first;
// CHECK: [[@LINE-1]]:3: warning: the body contradicts its specification: the result is memory that the caller had before
}
// CHECK: library.own:7:{{.*}} note: specified here: the result is fresh memory

char *grow(char *text, int more) {
  if (more == 0)
    return text;
  return realloc(text, strlen(text) + more);
}

int list_name(struct list *l, char **name) {
  if (!l)
    return 0;
  *name = strdup("list");
  return *name ? 0 : -1;
}

struct node;
void node_up(struct node *n);
void node_free(struct node *n);

// A count of its own is given back.
int list_add_node(struct list *l, struct node *n) {
  node_up(n);
  if (!l->first) {
    node_free(n);
    return 0;
  }
  return 1;
}

int list_drop_wrong(struct list *l, struct node *n) {
  node_free(n);
// CHECK: [[@LINE-1]]:3: warning: the body contradicts its specification: 'n' is freed here
  return l->first != NULL;
}
// CHECK: library.own:{{.*}} note: specified here: 'n' is only borrowed
