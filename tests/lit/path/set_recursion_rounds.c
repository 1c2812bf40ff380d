// How often the functions of a circle of calls are looked at again: each round adds a level.
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s
// RUN: %custody sigs %s --no-cache --engine=path --set path.recursion-rounds=1 | FileCheck %s --check-prefix=ONE
#include <stdlib.h>

struct list {
  struct list *next;
};

// CHECK: {{^}}drop:
// CHECK: {{^}}  escapees: {arg1*, arg1*.next*}
// ONE: {{^}}drop:
// ONE: {{^}}  escapees: {arg1*}
void drop(struct list *l) {
  if (!l)
    return;
  drop(l->next);
  free(l);
}
