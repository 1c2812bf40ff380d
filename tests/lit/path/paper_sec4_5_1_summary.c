// Section 4.5.1: <isMalloc: true; escapees: {(*(*param0).next).data}>.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

struct state {
  struct state *next;
  void *data;
};

void *global;
// SIG: {{^}}f:
// SIG-NEXT: {{^}}  isMalloc: true
// SIG-NEXT: {{^}}  escapees: {arg1*.next*.data*}
void *f(struct state *p) {
  global = p->next->data;
  return malloc(5);
}

void escaped_ok(void) {
  struct state second, first = {&second, 0};
  second.data = malloc(3);
  free(f(&first));
}

void allocated_bad(struct state *p) {
  f(p); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void other_field_bad(void) {
  struct state second = {0, 0}, first = {&second, 0};
  first.data = malloc(3);
  free(f(&first));
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void show(void *);
void show_global(void) { show(global); }
