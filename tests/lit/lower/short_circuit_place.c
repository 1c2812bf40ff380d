// The join of `a && b` is no jump: its edge has nothing to do with the return behind it.
// RUN: %custody dump %s | FileCheck %s
int a(void);
int b(void);

// CHECK-LABEL: function both(
// CHECK: = call b() @11:18
// CHECK-NOT: (return)
// CHECK: ret = 1 @12:3
int both(void) {
  int r = a() && b();
  return 1;
}

// CHECK-LABEL: function two(
// CHECK: = call b() @22:16
// CHECK-NOT: (return)
// CHECK: bb{{[0-9]+}}: fan-in 2
// CHECK: goto {{.*}} (return) @23:5
int two(int n) {
  if (n) {
    n = a() && b();
    return n;
  }
  return 2;
}
