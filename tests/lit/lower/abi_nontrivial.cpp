// A class with a destructor or copy constructor of its own is passed by address: the caller makes it and destroys it. A
// trivial one is copied.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R(char *) noexcept;
  R(const R &) noexcept;
  ~R();
};
struct Plain {
  char *p;
  Plain *next;
};
char *take(int n, R r, Plain q) noexcept { return n ? r.p : q.p; }
R make(char *p) noexcept { return R(p); }
struct M {
  R field;
  char *method(R r, int n) noexcept;
  R get() const noexcept;
};
char *M::method(R r, int n) noexcept { return r.p; }
R M::get() const noexcept { return field; }
char *caller(M *m, R &r, Plain q) {
  take(1, r, q);
  take(2, make(q.p), q);
  return m->method(m->get(), 3);
}
// CHECK-LABEL: function _Z4takei1R5Plain(n: int {{.*}}, r: struct R by-reference {{.*}}, q: struct Plain
// CHECK: = r.p @
// CHECK: = q.p @
// CHECK-NOT: _ZN1RD1Ev
// CHECK: end q @
// CHECK-NEXT: end r @
// CHECK-NEXT: end n @
// CHECK-NEXT: return @
// CHECK-LABEL: function _Z4makePc(p: char* {{.*}}) -> ret: struct R
// CHECK: call _ZN1RC1EPc(&ret, p) construct @
// CHECK-NEXT: end p @
// CHECK-LABEL: function _ZN1M6methodE1Ri(this: struct M* {{.*}}, r: struct R by-reference {{.*}}, n: int
// CHECK-LABEL: function _ZNK1M3getEv(this: struct M const* {{.*}}) -> ret: struct R
// CHECK: call _ZN1RC1ERKS_(&ret, {{this|&this->field}}) construct @
// CHECK-LABEL: function _Z6callerP1MR1R5Plain(m: struct M* {{.*}}, r: struct R& {{.*}}, q: struct Plain
// CHECK: begin [[A:".*"]] @24
// CHECK-NEXT: call _ZN1RC1ERKS_(&[[A]], r) construct @
// CHECK: call _Z4takei1R5Plain(1, [[A]], {{.*}}) @24:3
// CHECK: call _ZN1RD1Ev(&[[A]]) destroy @24:3
// CHECK-NEXT: end [[A]] @24:3
// CHECK-NEXT: [[B:".*"]] = call _Z4makePc(q.p) @25
// CHECK: call _Z4takei1R5Plain(2, [[B]], {{.*}}) @25:3
// CHECK: call _ZN1RD1Ev(&[[B]]) destroy @25:3
// CHECK-NEXT: end [[B]] @25:3
// CHECK-NEXT: [[C:".*"]] = call _ZNK1M3getEv(m) @26
// CHECK-NEXT: {{.*}} = call _ZN1M6methodE1Ri(m, [[C]], 3) @26
// CHECK: call _ZN1RD1Ev(&[[C]]) destroy @26
// CHECK: end [[C]] @26
// CHECK: return @26:3
