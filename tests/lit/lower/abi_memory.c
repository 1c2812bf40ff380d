// Large structures go through memory: `byval` is the callee's own copy, a result comes by a hidden address. Neither is
// seen: parameters and arguments are structures, the result is assigned to where it goes.
// RUN: %custody dump %s | FileCheck %s
struct big {
  char *p;
  int n[10];
};
char *take(int k, struct big b, int last) {
  b.p = 0;
  return b.p;
}
struct big make(char *p) {
  struct big r;
  r.p = p;
  return r;
}
struct big pass(struct big b) { return b; }
struct big keep;
void caller(char *p) {
  struct big x = make(p);
  take(1, x, 2);
  keep = make(x.p);
  x = pass(pass(x));
}
// CHECK-LABEL: function take(k: int {{.*}}, b: struct big {{.*}}, last: int
// CHECK: b.p = null @
// CHECK-NEXT: ret = b.p @
// CHECK-NEXT: end last @
// CHECK-NEXT: end b @
// CHECK-NEXT: end k @
// CHECK-NEXT: return @
// CHECK-LABEL: function make(p: char* {{.*}}) -> ret: struct big
// CHECK: bb0:
// CHECK-NEXT: begin p @12:23
// CHECK-NEXT: ret.p = p @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
// CHECK-LABEL: function pass(b: struct big {{.*}}) -> ret: struct big
// CHECK: bb0:
// CHECK-NEXT: begin b @17:28
// CHECK-NEXT: copy ret <- b, 48 @
// CHECK-NEXT: end b @
// CHECK-NEXT: return @
// CHECK-LABEL: function caller(p: char*
// CHECK: begin x @
// CHECK-NEXT: x = call make(p) @
// CHECK-NEXT: [[T:%[0-9]+]] = call take(1, x, 2) @
// CHECK-NEXT: ignore [[T]] @
// CHECK-NEXT: end [[T]] @
// CHECK-NEXT: [[MADE:[^ ]+]] = call make(x.p) @
// CHECK-NEXT: copy ::keep <- [[MADE]], 48 @
// CHECK-NEXT: end [[MADE]] @
// CHECK-NEXT: [[INNER:".*"]] = call pass(x) @
// CHECK-NEXT: [[OUTER:[^ ]+]] = call pass([[INNER]]) @
// CHECK-NEXT: end [[INNER]] @
// CHECK-NEXT: copy x <- [[OUTER]], 48 @
// CHECK-NEXT: end [[OUTER]] @
// CHECK-NEXT: end x @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
