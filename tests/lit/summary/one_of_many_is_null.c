// The result of a call that may hand over one of many objects: where it is null, the variable that got it is null, too.
// In the cheap mode of one state at a point what a function returns on different ways is one value.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --set summary.max-states=1 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct object {
  struct object *part;
};
int next_byte(void);
struct object *shared(void);
void put(struct object *o);

// Objects of one name: each level of calls makes one.
static struct object *load(void) {
  if (next_byte() == 1)
    return shared();
  if (next_byte() == 2)
    return load();
  struct object *o = malloc(sizeof *o);
  if (!o)
    abort();
  o->part = next_byte() == 3 ? load() : NULL;
  return o;
}

int load_all(void) {
  struct object *o;
  for (;;) {
    if ((o = load()) == NULL)
      goto end;
    put(o);
  }
end:
  return 0;
}

int forget(void) {
  struct object *o;
  if ((o = load()) == NULL)
    return -1;
  // CHECK: one_of_many_is_null.c:[[@LINE+1]]:{{.*}} warning: memory allocated by 'load' is lost here
  return 0;
}
// CHECK: {{^}}1 leak in 1 file
