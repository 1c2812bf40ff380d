// Of a circle of more functions than the setting says each is looked at once, with the summary engine's summaries of the
// others: what they free, but not exactly when.
// RUN: %custody sigs %s --no-cache --engine=path --function=even | FileCheck %s
// RUN: %custody sigs %s --no-cache --engine=path --function=even --set path.max-circle=1 | FileCheck %s --check-prefix=ONCE
#include <stdlib.h>

struct list {
  struct list *next;
};
void odd(struct list *l);

// CHECK: frees arg1*.next*.next* when (and [[A:g[0-9]+]] (and [[B:g[0-9]+]] [[C:g[0-9]+]])){{$}}
// ONCE: frees arg1*.next*.next* when {{.*}}, perhaps
void even(struct list *l) {
  if (!l)
    return;
  odd(l->next);
  free(l);
}

void odd(struct list *l) {
  if (!l)
    return;
  even(l->next);
  free(l);
}
