// Section 3.2: the block is seen as three types, and is one.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

// SIG: {{^}}make:
// SIG-NEXT: {{^}}  isMalloc: true
char *make(int len) {
  int *p;
  char *q;
  p = (int *)malloc(len);
  q = (char *)p;
  return q;
}

void casts_ok(void) {
  int *p = (int *)make(8);
  void *v = p;
  free((struct other *)v);
}

void casts_bad(void) {
  int *p = (int *)make(8);
  char *q = (char *)(void *)p;
  q[0] = 1;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// What is written as one type is read as another of the same size.
struct a { char *p; };
struct b { void *q; };
void fields_ok(void) {
  struct a a;
  a.p = malloc(3);
  free(((struct b *)&a)->q);
}

// A pointer in an integer is still the pointer.
void integer_ok(void) {
  unsigned long n = (unsigned long)malloc(3);
  free((void *)n);
}
