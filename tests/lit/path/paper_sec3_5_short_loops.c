// Section 3.5: the first three iterations are looked at exactly, and no more if the loop can end by then.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// Two iterations, so b gets the second block.
void two_ok(void) {
  char *a = 0, *b = 0;
  for (int i = 0; i < 2; i++) {
    char *p = malloc(4);
    if (i == 0)
      a = p;
    else
      b = p;
  }
  free(a);
  free(b);
}

void two_bad(void) {
  char *a = 0;
  for (int i = 0; i < 2; i++)
    a = malloc(4); // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(a);
}

void second_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(4);
    if (i == 1)
      continue; // CHECK: :[[@LINE]]:{{.*}}[leak]
    free(p);
  }
}

void list_ok(int n) {
  struct node { struct node *next; } *head = 0, *next;
  for (int i = 0; i < n; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      break;
    made->next = head;
    head = made;
  }
  for (; head; head = next) {
    next = head->next;
    free(head);
  }
}
