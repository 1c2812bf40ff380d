// Allocated into *out exactly when 0 is returned; callers that ask the result know.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
// The conditions are projected to cases, and the callers know as much.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-formula=1 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// SIG: {{^}}make:
// SIG-NEXT: {{^}}  isMalloc: false
// SIG: {{^}}  allocates [[NEW:new#[0-9]+]] of 'malloc' when [[OK:g[0-9]+]]
// SIG: {{^}}  ret = (ite [[OK]] 0 4294967295)
// SIG: {{^}}  arg1* = &[[NEW]] when [[OK]], else
int make(char **out) {
  char *p = malloc(4);
  if (!p)
    return -1;
  *out = p;
  return 0;
}

int asked_ok(void) {
  char *q;
  if (make(&q) != 0)
    return -1;
  free(q);
  return 0;
}

int sign_ok(void) {
  char *q;
  int error = make(&q);
  if (error < 0)
    return error;
  free(q);
  return 0;
}

int wrong_way_bad(void) {
  char *q = 0;
  if (make(&q) == 0)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(q);
  return 0;
}

// Through one more function.
int make_two(char **first, char **second) {
  int error = make(first);
  if (error)
    return error;
  error = make(second);
  if (error)
    free(*first);
  return error;
}

int two_ok(void) {
  char *a, *b;
  if (make_two(&a, &b))
    return -1;
  free(a);
  free(b);
  return 0;
}

int two_bad(void) {
  char *a, *b;
  if (make_two(&a, &b))
    return -1;
  free(a);
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
