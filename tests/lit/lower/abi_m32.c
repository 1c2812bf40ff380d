// Other machines pass structures in other ways: arguments count as in the source on all of them.
// RUN: %custody dump %s -- -m32 | FileCheck %s
// RUN: %custody dump %s -- --target=aarch64-linux-gnu -fsigned-char | FileCheck %s
// RUN: %custody dump %s -- --target=arm-linux-gnueabihf -fsigned-char | FileCheck %s
// RUN: %custody dump %s -- --target=s390x-linux-gnu -fsigned-char | FileCheck %s
struct one {
  char *p;
};
struct pair {
  char *p;
  int n;
};
struct big {
  char *p;
  int n[10];
};
struct numbers {
  double a, b;
};
char *take(int k, struct one o, struct pair s, struct big b, struct numbers h, int last) { return last ? s.p : b.p; }
struct pair make(char *p) {
  struct pair r = {p, 1};
  return r;
}
char *caller(char *p, struct one o, struct big *b, struct numbers h) {
  struct pair s = make(p);
  return take(1, o, s, *b, h, 9);
}
// CHECK-LABEL: function take(k: int {{.*}}, o: struct one {{.*}}, s: struct pair {{.*}}, b: struct big {{.*}}, h: struct numbers {{.*}}, last: int
// CHECK: = s.p @
// CHECK: = b.p @
// CHECK-LABEL: function make(p: char* {{.*}}) -> ret: struct pair
// CHECK: ret.p = p @
// CHECK-LABEL: function caller(p: char* {{.*}}, o: struct one {{.*}}, b: struct big* {{.*}}, h: struct numbers
// CHECK: = call make(p) @26:19
// CHECK: = call take(1, {{[^,]+}}, {{[^,]+}}, {{[^,]+(, 0\))?}}, {{[^,]+}}, 9) @27:10
