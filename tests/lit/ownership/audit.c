// Audit mode tells where ownership goes that is not followed, with the function and the field.
// RUN: %custody check --engine=ownership %s
// RUN: %custody check --engine=ownership --set ownership.audit=on %s > %t || true
// RUN: FileCheck %s --input-file=%t
#include <stdlib.h>

struct node {
  char *data;
  struct node *next;
};

struct node *list;

// CHECK: in 'push':
// CHECK: 'node::data' goes where its ownership is not followed [ownership-escape]
void push(struct node **at) {
  (*at)->data = malloc(3);
}

// CHECK: in 'hand':
// CHECK: [ownership-unmodelled]
void elsewhere(char *);
void hand(void) {
  elsewhere(malloc(3));
}
