// A loop whose condition asks for two things may end before its first round: the root alone is freed, too.
// Each part of the condition goes its own way (lower/paths.h); where they met, which was false would be forgotten.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <stdlib.h>

struct node {
  struct node *left, *right;
};

static void free_leftmost(struct node *node) {
  while (node->left || node->right)
    node = node->left ? node->left : node->right;
  free(node);
}

static void free_last_pair(struct node *node) {
  while (node->left && node->right)
    node = node->left;
  free(node);
}

void one_ok(void) {
  struct node *root = calloc(1, sizeof *root);
  if (root)
    free_leftmost(root);
}

void two_ok(void) {
  struct node *root = calloc(1, sizeof *root);
  if (root)
    free_last_pair(root);
}
