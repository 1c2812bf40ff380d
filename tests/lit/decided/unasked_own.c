// A function of the program that takes its argument unless it refuses it, and tells so by its result. Who does not look
// at the result supposes that it was taken; who looks has to clean up.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  char *name;
  void *value;
};

struct table {
  struct entry *first;
  void *(*copy)(void *); // of values; null: they are taken as they are
};

int add(struct table *t, char *name, void *value) {
  for (struct entry *e = t->first; e; e = e->next)
    if (strcmp(e->name, name) == 0)
      return -1;
  struct entry *e = malloc(sizeof *e);
  if (!e)
    abort();
  e->name = name;
  e->value = t->copy ? t->copy(value) : value;
  e->next = t->first;
  t->first = e;
  return 0;
}

void supposes(struct table *t, int *value) {
  add(t, strdup("first"), value);
}

void values_too(struct table *t, char *name) {
  int *value = calloc(1, sizeof *value);
  add(t, name, value);
  if (value)
    *value = 1;
}

int asks(struct table *t, int *value) {
  char *name = strdup("second");
  if (!name)
    return -1;
  if (add(t, name, value) != 0)
    // CHECK: unasked_own.c:[[@LINE+1]]:{{.*}} warning: memory allocated by 'strdup' is lost here
    return -1;
  return 0;
}

// What the function never takes is lost, whether it is asked or not.
int print(struct table *t, const char *name) {
  for (struct entry *e = t->first; e; e = e->next)
    if (strcmp(e->name, name) == 0)
      return 0;
  return -1;
}

void never_takes(struct table *t) {
  // CHECK: unasked_own.c:[[@LINE+1]]:{{.*}} warning: memory allocated by 'strdup' is lost here
  print(t, strdup("third"));
}
// CHECK: {{^}}2 leaks in 1 file
