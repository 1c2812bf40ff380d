// Example 1 of the paper: an assignment hands ownership over, so the program is free of leaks; and without the last line
// it is not.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t

void handed_over() {
  int *u = new int;
  int *z = u;
  delete z;
}

// CHECK: in 'lost':
// CHECK: [[#@LINE+5]]:{{[0-9]+}}: warning: memory allocated by 'new' is lost here: {{.*}} [leak]
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: note: allocated here by 'new'
void lost() {
  int *u = new int;
  int *z = u;
}
// CHECK-NOT: warning
// CHECK: 1 leak in 1 file
