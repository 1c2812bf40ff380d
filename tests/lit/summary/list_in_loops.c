// A list that is built in a loop and freed in a loop.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  char *name;
};

void pushed_ok(const char *text, int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      break;
    node->name = strdup(text);
    node->next = head;
    head = node;
  }
  while (head) {
    struct node *next = head->next;
    free(head->name);
    free(head);
    head = next;
  }
}

static void free_list(struct node *head) {
  while (head) {
    struct node *next = head->next;
    free(head->name);
    free(head);
    head = next;
  }
}

void appended_ok(const char *text, int n) {
  struct node *head = NULL, **tail = &head;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      break;
    node->name = strdup(text);
    node->next = NULL;
    *tail = node;
    tail = &node->next;
  }
  free_list(head);
}

void names_bad(const char *text, int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      break;
    node->name = strdup(text);
    node->next = head;
    head = node;
  }
  while (head) {
    struct node *next = head->next;
    free(head); // CHECK: :[[@LINE]]:{{.*}}[leak]
    head = next;
  }
}

void list_bad(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = calloc(1, sizeof *node);
    if (!node)
      abort();
    node->next = head;
    head = node;
  }
} // CHECK: :[[@LINE]]:{{.*}}[leak]
