// Where a callee is too large for formulas its cases stand in for it. A part of a new object that nobody else holds is
// not there without the object.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache --set path.max-formula=5 --set path.max-projected=5 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next, *kids;
  char *name;
};

static char *copy_of(const char *s) {
  int n = 0;
  for (const char *p = s; *p; p++)
    n++;
  char *copy = malloc(n + 1);
  if (copy)
    memcpy(copy, s, n + 1);
  return copy;
}
static struct node *made(const char *name) {
  struct node *n = malloc(sizeof *n);
  if (n == NULL)
    return NULL;
  n->next = n->kids = NULL;
  n->name = name ? copy_of(name) : NULL;
  return n;
}
static struct node *made_if(const char *name, int wanted) {
  if (!wanted)
    return NULL;
  return made(name);
}

void link_ok(struct node *parent, const char *name, int wanted) {
  struct node *n = made_if(name, wanted);
  if (n) {
    n->next = parent->kids;
    parent->kids = n;
  }
}
void link_bad(struct node *parent, const char *name, int wanted) {
  struct node *n = made_if(name, wanted);
  if (n) {
    if (wanted > 3)
      return; // CHECK: :[[@LINE]]:{{.*}}[leak]
    n->next = parent->kids;
    parent->kids = n;
  }
}
