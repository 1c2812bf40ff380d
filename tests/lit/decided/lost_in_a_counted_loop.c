// A loop to a constant: none of the three iterations that are looked at leaves it, and what the body assigns is unknown
// in the last one. What the first iterations made and nothing holds any more is lost all the same.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s
#include <stdlib.h>

int is_wanted(int);

void overwritten_bad(void) {
  char *line = NULL;
  for (int i = 0; i < 100; i++)
    if (is_wanted(i))
      line = malloc(10); // CHECK: :[[@LINE]]:{{.*}}'line' is the last pointer to it [leak]
  free(line);
}

struct entry {
  char *name;
  int number;
};

void field_bad(struct entry *into) {
  struct entry *entry = calloc(1, sizeof *entry);
  if (!entry)
    return;
  for (int i = 0; i < 6; i += 2) {
    if (is_wanted(i))
      entry->name = malloc(20); // CHECK: :[[@LINE]]:{{.*}}'entry->name' is the last pointer to it [leak]
    else
      entry->number = i;
  }
  *into = *entry;
  free(entry);
}

// CHECK-NOT: warning:

void released_ok(void) {
  char *line = NULL;
  for (int i = 0; i < 100; i++) {
    free(line);
    line = malloc(10);
  }
  free(line);
}

void kept_ok(char **all) {
  for (int i = 0; i < 100; i++) {
    char *line = malloc(10);
    all[i] = line;
  }
}

struct node {
  struct node *next;
};

struct node *list_ok(void) {
  struct node *head = NULL;
  for (int i = 0; i < 8; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      abort();
    node->next = head;
    head = node;
  }
  return head;
}

void grown_ok(void) {
  char *text = malloc(1);
  for (int i = 0; i < 50; i++) {
    char *more = realloc(text, i + 2);
    if (!more)
      break;
    text = more;
  }
  free(text);
}

// It lies in the frame.
void array_ok(void) {
  char *lines[10];
  for (int i = 0; i < 10; i++)
    lines[i] = malloc(10);
  for (int i = 0; i < 10; i++)
    free(lines[i]);
}
