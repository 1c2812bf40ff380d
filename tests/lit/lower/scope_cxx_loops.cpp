// Objects declared in the head of a loop: the one of the condition is destroyed and ends with every round, the one of the
// init-statement when the loop is left, whichever way.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R(int) noexcept;
  ~R();
  explicit operator bool() const noexcept;
};
void use(char *) noexcept;
void loop(int n) {
  for (R w(1); R v = R(n); n--) {
    if (n == 3)
      continue;
    if (n == 4)
      break;
    use(w.p);
  }
  use(nullptr);
}
// CHECK-LABEL: function _Z4loopi(
// CHECK: begin w @12:10
// CHECK-NEXT: call _ZN1RC1Ei(&w, 1) construct @12:10
// CHECK-NEXT: goto [[LOOP:bb[0-9]+]] @
// CHECK-NEXT: [[LOOP]]: fan-in 2
// CHECK-NEXT: begin v @12:18
// CHECK-NEXT: call _ZN1RC1Ei(&v, n) construct @12:22
// CHECK: goto [[NEXT:bb[0-9]+]] (continue) @14:7
// CHECK: goto {{.*}} (break) @16:7
// CHECK: call _ZN1RD1Ev(&v) destroy @
// CHECK-NEXT: end v @16:7
// CHECK: call _ZN1RD1Ev(&w) destroy @
// CHECK-NEXT: end w @16:7
// CHECK: goto [[AFTER:bb[0-9]+]] (break) @16:7
// CHECK: call _Z3usePc(w.p) @17:5
// CHECK: [[NEXT]]: fan-in 2
// CHECK-NEXT: n = n + -1 @12:29
// CHECK: call _ZN1RD1Ev(&v) destroy @
// CHECK-NEXT: end v @
// CHECK: goto [[LOOP]] (loop-back) @12:3
// CHECK: call _ZN1RD1Ev(&v) destroy @
// CHECK-NEXT: end v @
// CHECK: call _ZN1RD1Ev(&w) destroy @
// CHECK-NEXT: end w @
// CHECK: [[AFTER]]:
// CHECK-NEXT: call _Z3usePc(null) @19:3
