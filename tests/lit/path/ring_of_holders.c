// Lists with arrays of links: what holds what goes round in rings, and the conditions of a ring grow with every look.
// That says nothing about ways that never came to the list.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct node {
  void *data;
  struct node **prev, **next;
  size_t levels;
  struct list *parent;
};
struct list {
  struct node **head;
  size_t levels;
  struct node *tail;
};

static void push(struct list *list, struct node *node) {
  struct node *left = NULL;
  for (size_t i = list->levels - 1;; i--) {
    if (i < node->levels) {
      if (left == NULL) {
        node->next[i] = list->head[i];
        list->head[i] = node;
      } else {
        node->next[i] = left->next[i];
        node->prev[i] = left;
        left->next[i] = node;
      }
      if (node->next[i] != NULL)
        node->next[i]->prev[i] = node;
      else if (i == 0)
        list->tail = node;
    }
    if (i == 0)
      break;
  }
}

static int list_insert(struct list *list, void *data) {
  struct node *node = calloc(1, sizeof *node);
  if (node == NULL)
    return 0;
  node->data = data;
  node->parent = list;
  node->levels = (size_t)rand();
  node->next = calloc(node->levels, sizeof *node->next);
  if (!node->next)
    goto fail;
  node->prev = calloc(node->levels, sizeof *node->prev);
  if (!node->prev)
    goto fail;
  push(list, node);
  return 1;
fail:
  free(node->prev);
  free(node->next);
  free(node);
  return 0;
}

struct entry {
  char *key;
};

char *key_of(void *request);

int cache_bad(struct list *expire, void *request) {
  struct entry *entry = calloc(1, sizeof *entry);
  if (!entry)
    return 2;
  entry->key = key_of(request);
  if (entry->key == NULL)
    goto fail;
  if (!list_insert(expire, entry))
    goto fail;
  return 0;
fail:
  if (entry->key != NULL) {
    free(entry->key);
    free(entry);
  }
  return 1; // CHECK: :[[@LINE]]:{{.*}}'entry' is the last pointer to it [leak]
}

int cache_ok(struct list *expire, void *request) {
  struct entry *entry = calloc(1, sizeof *entry);
  if (!entry)
    return 2;
  entry->key = key_of(request);
  if (entry->key == NULL)
    goto fail;
  if (!list_insert(expire, entry))
    goto fail;
  return 0;
fail:
  free(entry->key);
  free(entry);
  return 1;
}
