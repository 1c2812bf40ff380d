// Section 4.2: (*p).data = malloc(...): lost if p is a local variable; not if p is a global or a parameter; with *p if *p is new.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct s {
  void *data;
};
static struct s *global;

void local_bad(void) {
  struct s local, *p = &local;
  (*p).data = malloc(8);
  return; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void parameter_ok(struct s *p) {
  (*p).data = malloc(8);
  return;
}

void global_ok(void) {
  if (global)
    (*global).data = malloc(8);
  return;
}

struct s *new_escapes_ok(void) {
  struct s *p = malloc(sizeof *p);
  if (p)
    (*p).data = malloc(8);
  return p;
}

// One report: the block in data is a part of what is lost.
void new_bad(void) {
  struct s *p = malloc(sizeof *p);
  if (p)
    (*p).data = malloc(8);
  return; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// The caller's pointer is a copy of its own: what is assigned to it is lost.
void parameter_itself_bad(char *p) {
  p = malloc(8);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void set(struct s *p) {
  global = p;
}
