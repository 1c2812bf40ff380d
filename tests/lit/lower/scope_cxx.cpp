// Scopes that only C++ has: conditions that declare, init-statements, range loops, structured bindings, catch parameters.
// RUN: %custody dump %s -- -std=c++17 | FileCheck %s
struct R {
  char *p;
  R(int) noexcept;
  R(const R &) noexcept;
  ~R();
  explicit operator bool() const noexcept;
};
struct Pair {
  char *a;
  int n;
};
Pair pair() noexcept;
void use(char *) noexcept;
int conditions(int n) {
  if (R r = R(n))
    use(r.p);
  else
    return 1;
  if (char *q = pair().a; n)
    use(q);
  while (R w = R(n--))
    use(w.p);
  switch (int k = n) {
  case 1:
    return k;
  }
  return 0;
}
void ranges() {
  char *list[] = {nullptr, nullptr};
  for (char *item : list)
    use(item);
  auto [a, k] = pair();
  use(a);
}
// CHECK-LABEL: function _Z10conditionsi(
// CHECK: bb0:
// CHECK-NEXT: begin n @16:20
// CHECK-NEXT: begin r @17:9
// CHECK-NEXT: call _ZN1RC1Ei(&r, n) construct @17:13
// CHECK: call _Z3usePc(r.p) @18:5
// CHECK: call _ZN1RD1Ev(&r) destroy @
// CHECK: end r
// CHECK: begin q @21:13
// CHECK: q = {{.*}} @21:13
// CHECK: call _Z3usePc(q) @22:5
// CHECK: end q @
// CHECK: goto [[LOOP:bb[0-9]+]] @23:3
// CHECK-NEXT: [[LOOP]]: fan-in 2
// CHECK-NEXT: begin w @23:12
// CHECK: call _ZN1RC1Ei(&w, {{.*}}) construct @23:16
// CHECK: call _Z3usePc(w.p) @24:5
// CHECK: call _ZN1RD1Ev(&w) destroy @
// CHECK: end w @
// CHECK: goto [[LOOP]] (loop-back) @23:3
// CHECK: call _ZN1RD1Ev(&w) destroy @
// CHECK: begin k @25:15
// CHECK-NEXT: k = n @25:15
// CHECK-NEXT: switch k {
// CHECK: ret = 0 @29:3
// CHECK-NOT: end r
// CHECK: ret = k @27:5
// CHECK: end k @27:5
// CHECK: end n @27:5
// CHECK-NEXT: return @27:5
// CHECK: ret = 1 @20:5
// CHECK: call _ZN1RD1Ev(&r) destroy @
// CHECK: end r @20:5
// CHECK: end n @20:5
// CHECK-NEXT: return @20:5
// CHECK-LABEL: function _Z6rangesv(
// CHECK: begin list @32:9
// CHECK: begin item @33:14
// CHECK: call _Z3usePc(item) @34:5
// CHECK-NEXT: end item @
// CHECK: goto {{.*}} (loop-back) @
// CHECK: = call _Z4pairv() @35:17
// CHECK: call _Z3usePc(a{{.*}}) @36:3
// CHECK: end list @37:1
