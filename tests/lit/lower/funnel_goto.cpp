// A `goto` out of scopes with destructors, and backwards over a declaration: the object is destroyed and ends on the
// jump's own path.
// RUN: %custody dump %s | FileCheck %s
struct S {
  char *p;
  S(int) noexcept;
  ~S();
};
int may(S &) noexcept;
int jumps(int n) {
again:
  S a(1);
  if (may(a))
    goto again;
  {
    S b(2);
    if (may(b))
      goto out;
    S c(3);
    if (may(c))
      goto again;
  }
  n = 3;
out:
  return n;
}
// CHECK-LABEL: function _Z5jumpsi(
// CHECK: [[AGAIN:bb[0-9]+]]: fan-in
// CHECK-NEXT: begin a @12:5
// CHECK-NEXT: call _ZN1SC1Ei(&a, 1) construct @12:5
// CHECK-NEXT: [[T1:%[0-9]+]] = call _Z3mayR1S(&a) @13:7
// CHECK-NEXT: if [[T1]] != 0 goto [[A:bb[0-9]+]] else [[B:bb[0-9]+]] @13:7
// CHECK-NEXT: [[A]]:
// CHECK-NEXT: end [[T1]] @14:5
// CHECK: call _ZN1SD1Ev(&a) destroy
// CHECK-NEXT: end a @14:5
// CHECK-NEXT: goto [[AGAIN]] (goto) @14:5
// CHECK-NEXT: [[B]]:
// CHECK: begin b @16:7
// CHECK-NEXT: call _ZN1SC1Ei(&b, 2) construct @16:7
// CHECK-NEXT: [[T2:%[0-9]+]] = call _Z3mayR1S(&b) @17:9
// CHECK: call _ZN1SD1Ev(&b) destroy @18:7
// CHECK-NEXT: end b @18:7
// CHECK-NEXT: goto [[OUT:bb[0-9]+]] (goto) @18:7
// CHECK: begin c @19:7
// CHECK-NEXT: call _ZN1SC1Ei(&c, 3) construct @19:7
// CHECK-NEXT: [[T3:%[0-9]+]] = call _Z3mayR1S(&c) @20:9
// CHECK: call _ZN1SD1Ev(&c) destroy @21:7
// CHECK: end c @21:7
// CHECK: call _ZN1SD1Ev(&b) destroy @21:7
// CHECK: end b @21:7
// CHECK: call _ZN1SD1Ev(&a) destroy
// CHECK-NEXT: end a @21:7
// CHECK-NEXT: goto [[AGAIN]] (goto) @21:7
// CHECK: call _ZN1SD1Ev(&c) destroy @22:3
// CHECK: end c @22:3
// CHECK: call _ZN1SD1Ev(&b) destroy @22:3
// CHECK: end b @22:3
// CHECK: n = 3 @23:5
// CHECK: [[OUT]]: fan-in 2
// CHECK-NEXT: ret = n @25:3
// CHECK: call _ZN1SD1Ev(&a) destroy
// CHECK: end a @25:3
// CHECK: end n @25:3
// CHECK-NEXT: return @25:3
