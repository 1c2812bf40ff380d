// Calls through pointers, variadic calls and calls of functions without a prototype rebuild their arguments too.
// RUN: %custody dump %s | FileCheck %s
struct pair {
  char *p;
  int n;
};
struct big {
  char *p;
  int n[10];
};
int variadic(int n, ...);
int old();
struct ops {
  struct big (*make)(struct pair, struct big, int);
  char *(*get)(struct pair);
};
char *caller(struct ops *ops, struct pair s, struct big b) {
  b = ops->make(s, b, 3);
  variadic(1, s, b, s.p);
  old(s, b, 2);
  return ops->get(s);
}
// CHECK-LABEL: function caller(ops: struct ops* {{.*}}, s: struct pair {{.*}}, b: struct big
// CHECK: [[R:[^ ]+]] = call (*ops->make)(s, b, 3) @18:7
// CHECK-NEXT: copy b <- [[R]], 48 @
// CHECK-NEXT: end [[R]] @
// CHECK-NEXT: call variadic(1, s, b, s.p) @19:3
// CHECK: call old(s, b, 2) @20:3
// CHECK: = call (*ops->get)(s) @21:10
// CHECK: return @21:3
