// Structures that travel in registers are whole again: a parameter is a structure with fields, an argument is the
// structure, a result is assigned field by field or at once. Arguments count as in the source.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
struct one {
  char *p;
};
struct pair {
  char *p;
  int n;
};
struct two {
  char *a, *b;
};
struct mixed {
  float f, g;
  char *p;
};
char *take(int k, struct one o, struct pair s, struct two t, struct mixed m, int last) {
  s.p = 0;
  if (last)
    return o.p;
  return t.b;
}
struct pair make_pair(char *p) {
  struct pair r = {p, 1};
  return r;
}
struct two make_two(char *p, int n) {
  struct two r;
  if (n) {
    r.a = 0;
    r.b = p;
    return r;
  }
  struct two other = {p, 0};
  return other;
}
struct one keep;
void caller(char *p, struct mixed m) {
  struct one o = {p};
  struct pair s = make_pair(p);
  struct two t = make_two(s.p, 2);
  free(take(1, o, s, t, m, 9));
  keep.p = make_pair(p).p;
}
// CHECK-LABEL: function take(k: int {{.*}}, o: struct one {{.*}}, s: struct pair {{.*}}, t: struct two {{.*}}, m: struct mixed {{.*}}, last: int
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin k @19:16
// CHECK-NEXT: begin o @19:30
// CHECK-NEXT: begin s @19:45
// CHECK-NEXT: begin t @19:59
// CHECK-NEXT: begin m @19:75
// CHECK-NEXT: begin last @19:82
// CHECK-NEXT: s.p = null @
// CHECK-NEXT: if last != 0 goto [[B1:bb[0-9]+]] else [[B3:bb[0-9]+]] @
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: ret = o.p @
// CHECK-NEXT: goto [[B2:bb[0-9]+]] (return) @
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: end last @
// CHECK-NEXT: end m @
// CHECK-NEXT: end t @
// CHECK-NEXT: end s @
// CHECK-NEXT: end o @
// CHECK-NEXT: end k @
// CHECK-NEXT: return @
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: ret = t.b @
// CHECK-NEXT: goto [[B4:bb[0-9]+]] (return) @
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: end last @
// CHECK-NEXT: end m @
// CHECK-NEXT: end t @
// CHECK-NEXT: end s @
// CHECK-NEXT: end o @
// CHECK-NEXT: end k @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function make_pair(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @25:29
// CHECK-NEXT: ret.p = p @
// CHECK-NEXT: ret.n = 1 @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function make_two(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @29:27
// CHECK-NEXT: begin n @29:34
// CHECK-NEXT: begin r @
// CHECK-NEXT: if n != 0 goto [[B1:bb[0-9]+]] else [[B3:bb[0-9]+]] @
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: r.a = null @
// CHECK-NEXT: r.b = p @
// CHECK-NEXT: copy ret <- r, 16 @
// CHECK-NEXT: goto [[B2:bb[0-9]+]] (return) @
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: end r @
// CHECK-NEXT: end n @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: ret.a = p @
// CHECK-NEXT: ret.b = null @
// CHECK-NEXT: goto [[B4:bb[0-9]+]] (return) @
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: end r @
// CHECK-NEXT: end n @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function caller(p: char* {{.*}}, m: struct mixed
// CHECK: begin o @
// CHECK-NEXT: o.p = p @
// CHECK-NEXT: begin s @
// CHECK-NEXT: [[PAIR:[^ ]+]] = call make_pair(p) @42:19
// CHECK: begin t @
// CHECK-NEXT: [[TWO:[^ ]+]] = call make_two(s.p, 2) @43:18
// CHECK: [[TAKEN:%[0-9]+]] = call take(1, o, s, t, m, 9) @44:8
// CHECK-NEXT: free malloc([[TAKEN]]) @44:3
// CHECK-NEXT: end [[TAKEN]] @
// CHECK: = call make_pair(p) @45:12
// CHECK: ::keep.p = [[TEMP:[^ ]+]].p @45:10
// CHECK-NEXT: end [[TEMP]] @
// CHECK-NEXT: end t @
// CHECK-NEXT: end s @
// CHECK-NEXT: end o @
// CHECK-NEXT: end m @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
