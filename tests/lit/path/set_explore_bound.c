// How far into the caller's memory names go. The last stands for all that follow.
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s
// RUN: %custody sigs %s --no-cache --engine=path --set path.explore-bound=1 | FileCheck %s --check-prefix=ONE
#include <stdlib.h>

struct list {
  struct list *next;
};

// CHECK: {{^}}third:
// CHECK: {{^}}  escapees: {arg1*.next*.next*.next*}
// ONE: {{^}}third:
// ONE: {{^}}  escapees: {arg1*}
// ONE-NEXT: returns
// ONE-NEXT: {{^}}  frees arg1* when {{.*}}, perhaps
void third(struct list *l) {
  free(l->next->next->next);
}
