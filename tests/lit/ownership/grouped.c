// Figure 6 of the containers paper: several constraints of one component that do not fit are one finding with several
// places; every allocation that is lost is told.
// RUN: not %custody check --engine=ownership %s | FileCheck %s
// RUN: not %custody check --engine=ownership --format=json %s | FileCheck %s --check-prefix=JSON
#include <stdlib.h>

int cond(int);

void use(char *p) {
  *p = 1;
}

// CHECK: in 'multi_violation':
void multi_violation(int c0, int c1) {
  char *a = malloc(1);
  if (c0) {
    free(a);
  } else if (c1) {
    use(a);
  } else {
    use(a);
  }
  // CHECK: [[#@LINE+2]]:1: warning: memory allocated by 'malloc' is lost here
  // CHECK-NOT: {{warning|also}}
}

// CHECK: in 'with_returns':
// JSON: "function":"with_returns"
void with_returns(int c0, int c1) {
  char *a = malloc(1);
  if (c0) {
    free(a);
  } else if (c1) {
    use(a);
    // CHECK: [[#@LINE+2]]:5: warning: memory allocated by 'malloc' is lost here
    // CHECK-NOT: warning
    return;
  } else {
    use(a);
    // CHECK: [[#@LINE+2]]:5: note: also lost here
    // JSON-SAME: "otherLosses":[{{{[^}]*}}"line":[[#@LINE+1]],
    return;
  }
}

// CHECK: in 'loop':
void loop(int n) {
  for (;;) {
    char *p = malloc(3);
    if (cond(n))
      // CHECK: [[#@LINE+2]]:7: warning: memory allocated by 'malloc' is lost here
      // CHECK-NOT: warning
      break;
    if (cond(2))
      // CHECK: [[#@LINE+1]]:7: note: also lost here
      continue;
    free(p);
  }
}

// CHECK: in 'two_allocations':
// CHECK: note: allocated here by 'malloc'
// CHECK-NEXT: malloc(1)
// CHECK: in 'two_allocations':
// CHECK: note: allocated here by 'malloc'
// CHECK-NEXT: malloc(2)
// CHECK-NOT: warning
void two_allocations(int c) {
  char *p;
  if (c)
    p = malloc(1);
  else
    p = malloc(2);
  use(p);
}

// A component that leaks on one way and is freed twice on another is one problem.
// CHECK: in 'leak_and_double':
// JSON: "kind":"leak"{{.*}}"function":"leak_and_double"
void leak_and_double(int c) {
  char *a = malloc(1);
  if (c) {
    free(a);
    // JSON-SAME: "related":[{"kind":"double-free",{{.*}}"line":[[#@LINE+1]],
    free(a);
    return;
  }
  if (cond(1))
    // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'malloc' is lost here{{.*}} [leak]
    return;
  if (cond(2))
    // CHECK: [[#@LINE+1]]:5: note: also lost here
    return;
  free(a);
}
// CHECK: [[#@LINE-11]]:5: note: and on another way 'a' is freed here a second time [double-free]

// Nobody knows whence it came: the component is one problem.
// CHECK: in 'twice_and_again':
void twice_and_again(char *p, int c) {
  free(p);
  if (c) {
    free(p);
    return;
  }
  // CHECK: [[#@LINE+1]]:3: warning: 'p' is freed here a second time [double-free]
  free(p);
}
// CHECK: [[#@LINE-6]]:5: note: also here
// CHECK-NOT: warning
// CHECK: 6 leaks, 1 double free in 1 file
