// A list that is lost at the end of the function is reported there, also on the way that left the loop by break.
// It is reported at the break, where nothing goes out of scope that holds it ("'node' is the last pointer").
// XFAIL: *
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
