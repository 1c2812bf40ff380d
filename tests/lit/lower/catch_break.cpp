// Clang leaves out the position of a `break` in a catch
// clause. It is an edge (break) at the `break` all
// the same, and the parameter ends there.
// RUN: %custody dump %s | FileCheck %s
void may(int);
void leave(int n) {
  for (;;) {
    try {
      may(n);
    } catch (const long &e) {
      if (e)
        break;
      throw;
    }
  }
  may(0);
}
// CHECK-LABEL: function _Z5leavei(
// CHECK: call __cxa_end_catch()
// CHECK-DAG: end e @12:9
// CHECK-DAG: goto {{.*}} (break) @12:9
// CHECK: call _Z3mayi(0) throws @16:3
