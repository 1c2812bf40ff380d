// A tree that is freed by a function that calls itself: also one whose branches are empty.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
struct tree {
  struct tree *left, *right;
};

static struct tree *leaf(void) {
  return calloc(1, sizeof(struct tree));
}

static void drop(struct tree *t) {
  if (!t)
    return;
  drop(t->left);
  drop(t->right);
  free(t);
}

int one_ok(void) {
  struct tree *root = leaf();
  drop(root);
  return 0;
}

int two_ok(void) {
  struct tree *root = leaf();
  if (!root)
    return -1;
  root->left = leaf();
  drop(root);
  return 0;
}

int graft_ok(void) {
  struct tree *root = leaf();
  if (!root)
    return -1;
  root->left = leaf();
  struct tree *old = root->left;
  root->left = leaf();
  drop(old);
  drop(root);
  return 0;
}
