// A `continue` in a catch clause is an edge
// (continue) at the `continue`, although
// Clang leaves out its position.
// RUN: %custody dump %s | FileCheck %s
void may(int);
void again(int n) {
  for (;;) {
    try {
      may(n);
    } catch (...) {
      continue;
    }
  }
}
// CHECK-LABEL: function _Z5againi(
// CHECK: call __cxa_end_catch()
// CHECK: goto {{.*}} (continue) @11:7
