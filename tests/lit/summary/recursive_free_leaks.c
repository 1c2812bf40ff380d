// A tree that is not freed, or freed but for its names.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct tree {
  struct tree *left, *right;
  char *name;
};

static struct tree *leaf(const char *name) {
  struct tree *t = calloc(1, sizeof *t);
  if (t)
    t->name = strdup(name);
  return t;
}

int forgotten_bad(void) {
  struct tree *root = leaf("root");
  if (!root)
    return -1;
  root->left = leaf("left");
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int shallow_bad(void) {
  struct tree *root = leaf("root");
  if (!root)
    return -1;
  free(root); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0;
}
