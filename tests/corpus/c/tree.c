// A binary search tree: children are owned by their parent, and a removed subtree by whoever removed it.
#include <stdlib.h>
#include <string.h>

struct tree {
  char *word;
  struct tree *left, *right;
};

struct tree *tree_leaf(const char *word) {
  struct tree *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->word = strdup(word);
  if (!made->word) {
    free(made);
    return NULL;
  }
  return made;
}

void tree_free_ok(struct tree *tree) {
  if (!tree)
    return;
  tree_free_ok(tree->left);
  tree_free_ok(tree->right);
  free(tree->word);
  free(tree);
}

int tree_insert(struct tree **at, const char *word) {
  while (*at) {
    int order = strcmp(word, (*at)->word);
    if (order == 0)
      return 0;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  *at = tree_leaf(word);
  return *at ? 1 : -1;
}

int shape_bad(void) {
  struct tree *root = tree_leaf("m"); // alloc: ROOT
  if (!root)
    return -1;
  root->left = tree_leaf("a"); // alloc: LEFT
  if (!root->left)
    return -1; // expect: leak alloc=ROOT if=nomem
  free(root->word);
  free(root); // expect: leak alloc=LEFT
  return 0;
}

int shape_ok(void) {
  struct tree *root = tree_leaf("m");
  if (!root)
    return -1;
  root->left = tree_leaf("a");
  root->right = tree_leaf("z");
  tree_free_ok(root);
  return 0;
}

int graft_bad(void) {
  struct tree *root = tree_leaf("m");
  if (!root)
    return -1;
  root->left = tree_leaf("a"); // alloc: OLD
  root->left = tree_leaf("b"); // expect: leak alloc=OLD
  tree_free_ok(root);
  return 0;
}

int graft_ok(void) {
  struct tree *root = tree_leaf("m");
  struct tree *old;
  if (!root)
    return -1;
  root->left = tree_leaf("a");
  old = root->left;
  root->left = tree_leaf("b");
  tree_free_ok(old);
  tree_free_ok(root);
  return 0;
}

int words_ok(const char **words, int many) {
  struct tree *root = NULL;
  int added = 0;
  for (int i = 0; i < many; i++)
    if (tree_insert(&root, words[i]) > 0)
      added++;
  tree_free_ok(root);
  return added;
}

int words_bad(const char **words, int many) {
  struct tree *root = NULL;
  int added = 0;
  for (int i = 0; i < many; i++) {
    int status = tree_insert(&root, words[i]); // alloc: WORD
    if (status == 0)
      return added; // expect: leak alloc=WORD
    added += status;
  }
  tree_free_ok(root);
  return added;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  const char *words[] = {"m", "a", "z", "a"};
#ifdef CORPUS_MAIN_OK
  return shape_ok() + graft_ok() + words_ok(words, 4) - 3;
#else
  return shape_bad() + graft_bad() + words_bad(words, 4);
#endif
}
#endif
