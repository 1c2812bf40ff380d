// Vectors are opaque values; what is computed of them is unknown, and nothing else is.
// RUN: %custody dump %s | FileCheck %s
typedef int v4 __attribute__((vector_size(16)));
v4 add(v4 a, v4 b, v4 *out) {
  *out = a;
  return a + b;
}
int element(v4 a, char *p) {
  int n = a[1];
  return p[n];
}
// CHECK-LABEL: function add(
// CHECK: *out = a @5:8
// CHECK-NEXT: ret = {{.*}}unknown("vector arithmetic"){{.*}} @6:3
// CHECK-NEXT: end out @
// CHECK-LABEL: function element(
// CHECK: n = unknown("vector value") @9:7
// CHECK-NEXT: ret = (int)p[(long)n] @10:3
