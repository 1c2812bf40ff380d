// Section 3.4: an attribute belongs to the object, whatever type it is seen as: freed through one cast is freed for all.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct s { int n; };
static struct s *kept;
static int both;

// *p escaped, then *q did.
void escaped_ok(void) {
  struct s *p = malloc(sizeof *p);
  kept = p;
  void *q = p;
  (void)q;
}

void freed_ok(void) {
  struct s *p = malloc(sizeof *p);
  void *q = p;
  free(q);
}

void freed_twice_bad(void) {
  struct s *p = malloc(sizeof *p);
  if (!p)
    return;
  void *q = p;
  free(p);
  free(q); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

struct s *look(void) {
  return both ? kept : 0;
}
