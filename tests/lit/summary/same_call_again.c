// One call that is reached again and again, with memory that is the same as the last time or is not: what it found the
// last time holds only as long as nothing has changed.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct item {
  char *name;
  struct item *other;
};

static void drop_name(struct item *i) {
  free(i->name);
  i->name = NULL;
}

// Finds nothing the first time, a new name after that.
void renew_ok(int n) {
  struct item i = {NULL, NULL};
  for (int k = 0; k < n; ++k) {
    drop_name(&i);
    i.name = malloc(16);
  }
  drop_name(&i);
}

// What comes in is the caller's; what is put there goes with the next round.
void renew_argument_ok(struct item *i, int n) {
  for (int k = 0; k < n; ++k) {
    drop_name(i);
    i->name = malloc(16);
  }
}

static void drop_other(struct item *i) {
  drop_name(i->other);
}

// The pointer on the way changes between the rounds.
void one_of_two_ok(int n) {
  struct item a = {strdup("a"), NULL}, b = {strdup("b"), NULL}, i = {NULL, &a};
  for (int k = 0; k < 2; ++k) {
    drop_other(&i);
    i.other = &b;
  }
  drop_name(&a);
  drop_name(&b);
}

// It finds the same `a` twice, and `b` is never looked at.
// CHECK: in 'never_the_other_bad'
// CHECK: warning: memory allocated by 'strdup' is lost here: 'b.name' is the last pointer to it
void never_the_other_bad(int n) {
  struct item a = {strdup("a"), NULL}, b = {strdup("b"), NULL}, i = {NULL, &a};
  for (int k = 0; k < n; ++k)
    drop_other(&i);
  drop_name(&a);
}

static void set_name(struct item *i, const char *name) {
  i->name = strdup(name);
}

// CHECK: in 'set_again_bad'
// CHECK: warning: memory allocated by 'set_name' is lost here
void set_again_bad(int n) {
  struct item i = {NULL, NULL};
  for (int k = 0; k < n; ++k)
    set_name(&i, "again");
  drop_name(&i);
}
