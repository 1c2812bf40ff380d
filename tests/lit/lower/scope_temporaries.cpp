// Temporaries of class type begin where they are made and are destroyed at the end of their full expression, in reverse
// order; one that is bound to a reference lives as long as the reference. A scalar temporary ends at its last use.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R(int) noexcept;
  R(const R &) noexcept;
  ~R();
};
char *two(const R &, const R &) noexcept;
void use(char *) noexcept;
char *keep;
void temporaries() {
  char *s = two(R(1), R(2));
  use(s);
  const R &bound = R(3);
  use(bound.p);
}
void scalars(char **list) {
  char *old = keep;
  keep = *list++;
  use(old);
}
// CHECK-LABEL: function _Z11temporariesv(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin s @14:9
// CHECK-NEXT: begin "ref.tmp" @14:17
// CHECK-NEXT: call _ZN1RC1Ei(&"ref.tmp", 1) construct @14:17
// CHECK-NEXT: begin "ref.tmp1" @14:23
// CHECK-NEXT: call _ZN1RC1Ei(&"ref.tmp1", 2) construct @14:23
// CHECK-NEXT: [[T1:%[0-9]+]] = call _Z3twoRK1RS1_(&"ref.tmp", &"ref.tmp1") @14:13
// CHECK-NEXT: call _ZN1RD1Ev(&"ref.tmp1") destroy @14:13
// CHECK-NEXT: end "ref.tmp1" @14:13
// CHECK-NEXT: call _ZN1RD1Ev(&"ref.tmp") destroy @14:13
// CHECK-NEXT: end "ref.tmp" @14:13
// CHECK-NEXT: s = [[T1]] @14:9
// CHECK-NEXT: end [[T1]] @14:9
// CHECK-NEXT: call _Z3usePc(s) @15:3
// CHECK-NEXT: begin "ref.tmp2" @16:20
// CHECK-NEXT: begin bound @16:12
// CHECK-NEXT: call _ZN1RC1Ei(&"ref.tmp2", 3) construct @16:20
// CHECK-NEXT: bound = &"ref.tmp2" @16:12
// CHECK-NEXT: call _Z3usePc(bound->p) @17:3
// CHECK-NEXT: call _ZN1RD1Ev(&"ref.tmp2") destroy @18:1
// CHECK-NEXT: end "ref.tmp2" @18:1
// CHECK-NEXT: end bound @18:1
// CHECK-NEXT: end s @18:1
// CHECK-NEXT: return @18:1
// CHECK-NEXT: }
// CHECK-LABEL: function _Z7scalarsPPc(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin list @19:21
// CHECK-NEXT: begin old @20:9
// CHECK-NEXT: old = ::keep @20:9
// CHECK-NEXT: [[T1:%[0-9]+]] = list @21:15
// CHECK-NEXT: list = &[[T1]][{{1i?}}] @21:15
// CHECK-NEXT: ::keep = *[[T1]] @21:8
// CHECK-NEXT: end [[T1]] @21:8
// CHECK-NEXT: call _Z3usePc(old) @22:3
// CHECK-NEXT: end old @23:1
// CHECK-NEXT: end list @23:1
// CHECK-NEXT: return @23:1
// CHECK-NEXT: }
