// An object that the condition of a `while` declares ends
// right after its destructor, before what follows the loop,
// although debug information has no scope for it.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R(int) noexcept;
  ~R();
  explicit operator bool() const noexcept;
};
void use(char *) noexcept;
int condition(int n) {
  while (R w = R(n--))
    use(w.p);
  return 0;
}
// CHECK-LABEL: function _Z9conditioni(
// CHECK: (loop-back) @13:3
// CHECK: call _ZN1RD1Ev(&w) destroy @
// CHECK: end w
// CHECK: ret = 0 @15:3
// CHECK-NOT: end w
// CHECK: return @15:3
