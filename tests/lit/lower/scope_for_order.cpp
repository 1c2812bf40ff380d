// Where a loop is left, the variable of its condition
// ends right after its own destructor, before the destructor
// of that of its init-statement.
// RUN: %custody dump %s | FileCheck %s
struct R {
  R(int) noexcept;
  ~R();
  explicit operator bool() const noexcept;
};
void loop(int n) {
  for (R w(1); R v = R(n); n--)
    if (n == 4)
      break;
}
// CHECK-LABEL: function _Z4loopi(
// CHECK: goto {{.*}} (break) @13:7
// CHECK: call _ZN1RD1Ev(&v) destroy @
// CHECK-NOT: call
// CHECK: end v @13:7
// CHECK: call _ZN1RD1Ev(&w) destroy @
// CHECK: end w @13:7
