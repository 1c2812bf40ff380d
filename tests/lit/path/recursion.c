// Recursion: rounds over the circle of calls instead of an arbitrary cut.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct list {
  struct list *next;
};

static void drop(struct list *l) {
  if (!l)
    return;
  drop(l->next);
  free(l);
}

void one_ok(void) {
  struct list *l = calloc(1, sizeof *l);
  drop(l);
}

void two_ok(void) {
  struct list *l = calloc(1, sizeof *l);
  if (l)
    l->next = calloc(1, sizeof *l);
  drop(l);
}

static char *make(int depth) {
  return depth > 0 ? make(depth - 1) : malloc(4);
}

void made_ok(int depth) {
  free(make(depth));
}

void made_bad(void) {
  char *p = make(1);
  (void)p;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Two functions that call each other.
static void odd(char *p, int n);
static void even(char *p, int n) {
  if (n == 0)
    free(p);
  else
    odd(p, n - 1);
}
static void odd(char *p, int n) {
  if (n != 0)
    even(p, n - 1);
}

void even_ok(void) {
  even(malloc(4), 2);
}

void odd_bad(void) {
  even(malloc(4), 1); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
