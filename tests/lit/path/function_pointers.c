// Function pointers: the one that is known is called; of several each may be.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

typedef void act(char *);
static void drop(char *p) {
  free(p);
}
static void look(char *p) {
  if (p)
    p[0] = 1;
}
static void wipe(char *p) {
  if (p)
    p[0] = 0;
}

void known_ok(void) {
  act *f = drop;
  f(malloc(4));
}

void known_bad(void) {
  act *f = look;
  char *p = malloc(4);
  f(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

static void apply(act *f, char *p) {
  f(p);
}
void passed_ok(void) {
  apply(drop, malloc(4));
}

// None of them frees it.
void either_bad(int n) {
  act *f = n ? look : wipe;
  char *p = malloc(4);
  f(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Which one it is goes with the branches.
void one_frees_ok(int n) {
  act *f = n ? drop : look;
  char *p = malloc(4);
  f(p);
  if (!n)
    free(p);
}
void one_frees_bad(int n) {
  act *f = n ? drop : look;
  char *p = malloc(4);
  f(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void or_null_ok(int n) {
  act *f = n > 3 ? drop : NULL;
  char *p = malloc(4);
  if (f)
    f(p);
  else
    free(p);
}
void or_null_bad(int n) {
  act *f = n > 3 ? drop : NULL;
  char *p = malloc(4);
  if (f)
    f(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

struct ops {
  char *(*make)(void);
  act *end;
};
static char *make(void) {
  return malloc(4);
}
static const struct ops ops = {make, drop};
void table_ok(void) {
  ops.end(ops.make());
}
void table_bad(void) {
  char *p = ops.make();
  (void)p;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void unknown_ok(act *f) {
  f(malloc(4));
}
