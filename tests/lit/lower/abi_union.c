// A union that travels as an integer carries a pointer.
// RUN: %custody dump %s | FileCheck %s
union u {
  char *p;
  long n;
};
struct tagged {
  int tag;
  union u v;
};
union u make(char *p) {
  union u x;
  x.p = p;
  return x;
}
char *take(int k, union u x, struct tagged t) { return t.tag ? t.v.p : x.p; }
char *caller(char *p) {
  union u x = make(p);
  struct tagged t = {1, x};
  return take(1, x, t);
}
// CHECK: union u size 8 @
// CHECK-NEXT: field p: char* at 0
// CHECK-NEXT: field n: long at 0
// CHECK-LABEL: function make(p: char* {{.*}}) -> ret: union u
// CHECK: ret.p = p @
// CHECK-NEXT: end p @
// CHECK-LABEL: function take(k: int {{.*}}, x: union u {{.*}}, t: struct tagged {{.*}}) -> ret: char*
// CHECK: if t.tag != 0 goto
// CHECK: [[T:%[0-9]+]] = t.v.p @
// CHECK: [[T]] = x.p @
// CHECK: ret = [[T]] @
// CHECK-LABEL: function caller(
// CHECK: begin x @
// CHECK-NEXT: [[M:[^ ]+]] = call make(p) @
// CHECK-NEXT: copy x{{(\.p)?}} <- [[M]], 8
// CHECK: begin t @
// CHECK-NEXT: t.tag = 1 @
// CHECK-NEXT: copy t.v <- x, 8
// CHECK-NEXT: {{.*}} = call take(1, x, t) @
