// Section 4.5.2: insert_after makes a way to (*head).next and to *new, none to *head.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

struct node {
  struct node *next;
};

// SIG: {{^}}insert_after:
// SIG-NEXT: {{^}}  isMalloc: false
// SIG-NEXT: {{^}}  escapees: {arg2*, arg1*.next*}
void insert_after(struct node *head, struct node *new) {
  new->next = head->next;
  head->next = new;
}

void inserted_ok(struct node *head) {
  struct node *made = malloc(sizeof *made);
  if (made)
    insert_after(head, made);
}

// Not the paper: it is known where the new node went.
void into_local_bad(void) {
  struct node head = {0};
  struct node *made = malloc(sizeof *made);
  if (made)
    insert_after(&head, made);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void head_bad(struct node *new) {
  struct node *head = calloc(1, sizeof *head);
  if (head)
    insert_after(head, new);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
