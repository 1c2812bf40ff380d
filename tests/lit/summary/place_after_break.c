// A list that is lost at the end of the function is reported there, also on the way that left the loop by break.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct node {
  struct node *next;
};

void list_bad(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = calloc(1, sizeof *node);
    if (!node)
      break;
    node->next = head;
    head = node;
  }
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// What the loop itself holds is lost at the break.
void item_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *item = malloc(3);
    if (i == 7)
      break; // CHECK: :[[@LINE]]:{{.*}}[leak]
    free(item);
  }
}
