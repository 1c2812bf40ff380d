// The end of an object that the
// condition of an `if` declares
// has a position.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R(int) noexcept;
  ~R();
  explicit operator bool() const noexcept;
};
void use(char *) noexcept;
int condition(int n) {
  if (R r = R(n))
    use(r.p);
  else
    return 1;
  return 0;
}
// CHECK-LABEL: function _Z9conditioni(
// CHECK: call _Z3usePc(r.p) @14:5
// CHECK: call _ZN1RD1Ev(&r) destroy @
// CHECK: end r @
// CHECK: ret = 0 @17:3
