// The variable that the condition of a
// `switch` declares ends where the switch
// ends, before what follows it.
// RUN: %custody dump %s | FileCheck %s
void use(int) noexcept;
int condition(int n) {
  switch (int k = n) {
  case 1:
    use(k);
  }
  return 0;
}
// CHECK-LABEL: function _Z9conditioni(
// CHECK: begin k @7:15
// CHECK: call _Z3usei(k) @9:5
// CHECK: end k @
// CHECK: ret = 0 @11:3
// CHECK-NOT: end k
// CHECK: return @11:3
