// Example 1 of the paper: an assignment hands ownership over, so the program is free of leaks; and without the last line
// it is not.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t
// RUN: %custody sigs --engine=ownership --set ownership.constraints=on %s | FileCheck %s --check-prefix=OWN

// The example's constraints. The engine deletes by way of a temporary ($2), and has versions of its own where paths join.
// OWN: handed_over: any
// OWN: handed_over: constraints
// OWN-NEXT: u.1 = 1 (allocated)
// OWN-NEXT: u.1 = u.2 + z.1 (copied)
// OWN-NEXT: z.1 = z.2 + $2.1 (copied)
// OWN: $2.1 = 1 (freed)
// OWN: z.3 = 0 (ends)
// OWN-NEXT: u.3 = 0 (ends)
// OWN: z.3 = z.2 (joined)
// OWN-NEXT: u.3 = u.2 (joined)
// OWN: graph
// OWN: (u.1 z.1) = 1
// OWN: (u.2 u.3) = 0
void handed_over() {
  int *u = new int;
  int *z = u;
  delete z;
}

// OWN: lost: constraints
// OWN-NEXT: u.1 = 1 (allocated)
// OWN-NEXT: u.1 = u.2 + z.1 (copied) does not fit
// OWN-NEXT: z.1 = 0 (ends)
// OWN-NEXT: u.2 = 0 (ends)
// CHECK: in 'lost':
// CHECK: [[#@LINE+5]]:{{[0-9]+}}: warning: memory allocated by 'new' is lost here: {{.*}} [leak]
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: note: allocated here by 'new'
void lost() {
  int *u = new int;
  int *z = u;
}
// CHECK-NOT: warning
// CHECK: 1 leak in 1 file
