// Wrong: a `continue` in a catch clause is the edge (loop-back) without a position. It should be (continue) at the
// `continue`.
// RUN: %custody dump %s | FileCheck %s
// XFAIL: *
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
