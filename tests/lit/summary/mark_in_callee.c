// What malloc returned is no mark, for a function that it is given to, either.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <stdlib.h>

#define UNUSED ((struct slot *)-1)
struct slot {
  struct slot *next;
};

static void drop(struct slot *slot) {
  if (slot == UNUSED)
    return;
  free(slot);
}

static struct slot *take(int n) {
  if (n < 0)
    return UNUSED;
  return malloc(sizeof(struct slot));
}

int own_is_no_mark_below_ok(int n) {
  struct slot *slot = take(n);
  if (!slot)
    return -1;
  drop(slot);
  return 0;
}
