// A `return` in a catch clause is an edge (return)
// at the `return`, also behind the end of the
// catch, and all ends there.
// RUN: %custody dump %s | FileCheck %s
struct S {
  S(int) noexcept;
  ~S();
};
void may(int);
int leave(int n) {
  S outer(1);
  try {
    may(n);
  } catch (...) {
    return 7;
  }
  return 8;
}
// CHECK-LABEL: function _Z5leavei(
// CHECK: ret = 7 @15:5
// CHECK: call __cxa_end_catch()
// CHECK: goto {{.*}} (return) @15:5
// CHECK: call _ZN1SD1Ev(&outer) destroy @15:5
// CHECK: end outer @15:5
// CHECK-NEXT: end n @15:5
// CHECK-NEXT: return @15:5
