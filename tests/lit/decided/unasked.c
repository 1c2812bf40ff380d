// Who does not look at the result of a library function supposes that it succeeded; who does must clean up.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %S/Inputs/unasked.own > %t.txt
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t.txt
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %S/Inputs/unasked.own --engine=summary > %t2.txt
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t2.txt
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %S/Inputs/unasked.own --engine=path > %t3.txt
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t3.txt
struct item;
struct tree;
struct item *item_new(void);
void item_free(struct item *i);
int tree_add(struct tree *t, struct item *i);
struct item *item_set(struct item *i, int value);
struct item *item_of(struct tree *t);

void add_ok(struct tree *t) {
  tree_add(t, item_new());
}

int add_asked_ok(struct tree *t) {
  struct item *i = item_new();
  if (!tree_add(t, i)) {
    item_free(i);
    return -1;
  }
  return 0;
}

int add_asked_bad(struct tree *t) {
  struct item *i = item_new();
  if (!tree_add(t, i))
    return -1;
// CHECK: [[@LINE-1]]:5: warning: memory allocated by 'item_new' is lost here
  return 0;
}

void set_ok(struct tree *t) {
  item_set(item_of(t), 1);
}

int set_asked_ok(struct item *i) {
  return item_set(i, 1) ? 0 : -1;
}

void set_null_bad(void) {
  item_set(0, 1);
// CHECK: [[@LINE-1]]:3: warning: memory allocated by 'item_set' is lost here
}

// The one that is given is still its holder's.
void set_new_bad(void) {
  struct item *i = item_new();
  item_set(i, 1);
}
// CHECK: [[@LINE-1]]:1: warning: memory allocated by 'item_new' is lost here
