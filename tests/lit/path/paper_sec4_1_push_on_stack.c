// Section 4.1: push_on_stack keeps its argument, and with it p->name.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>
#include <string.h>

struct item {
  char *name;
  struct item *next;
};
static struct item *stack;

// SIG: {{^}}push_on_stack:
// SIG-NEXT: {{^}}  isMalloc: false
// SIG-NEXT: {{^}}  escapees: {arg1*}
void push_on_stack(struct item *p) {
  p->next = stack;
  stack = p;
}

void pushed_ok(struct item *p, const char *string) {
  p->name = strdup(string);
  push_on_stack(p);
}

void pushed_new_ok(const char *string) {
  struct item *p = malloc(sizeof *p);
  if (!p)
    return;
  p->name = strdup(string);
  push_on_stack(p);
}

static void look(struct item *p) {
  if (p->name)
    p->name[0] = 'x';
}

void looked_at_bad(const char *string) {
  struct item local;
  local.name = strdup(string);
  look(&local);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

int top(void) {
  return stack != 0;
}
