// Figure 2: the address of a field of what a pointer points to; load and store, after which the pointer is known not to be
// null; a pointer as a condition.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct inner {
  char *text;
};
struct outer {
  int n;
  struct inner inner;
};

void loaded_ok(char **q) {
  char *p = malloc(4);
  char c = **q;
  if (q && *q)
    free(p);
  (void)c;
}

void stored_ok(char **q) {
  char *p = malloc(4);
  *q = 0;
  if (q)
    free(p);
}

// Nobody went through q here.
void neither_bad(char **q) {
  char *p = malloc(4);
  if (q)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// &(*p).f1.f2 is null if p is: here it is not.
void field_ok(int c) {
  struct outer a = {0}, b = {0}, *p = c ? &a : &b;
  struct inner *i = &p->inner;
  i->text = malloc(3);
  free(c ? a.inner.text : b.inner.text);
}

void field_bad(int c) {
  struct outer a = {0}, b = {0}, *p = c ? &a : &b;
  char **text = &p->inner.text;
  *text = malloc(3);
  free(a.inner.text);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// newloc: each execution makes another location.
void fresh_bad(void) {
  char *first = malloc(4), *second = malloc(4);
  if (first != second)
    free(first);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
