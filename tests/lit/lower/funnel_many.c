// Many exits through nested cleanups: the copies are bounded, the function stays sound, and each return is still there.
// RUN: %custody dump --verify %s | FileCheck %s --check-prefix=VERIFY
// RUN: %custody dump --function=many %s | FileCheck %s
#include <stdlib.h>
static void cleaner(char **p) { free(*p); }
int test(int);
#define OWN(name) __attribute__((cleanup(cleaner))) char *name = malloc(1);
#define EXIT(n) if (test(n)) return n;
#define EXITS(n) EXIT(n) EXIT(n + 1) EXIT(n + 2) EXIT(n + 3) EXIT(n + 4) EXIT(n + 5) EXIT(n + 6) EXIT(n + 7)
#define MORE(n) EXITS(n) EXITS(n + 8) EXITS(n + 16) EXITS(n + 24)
#define NEST(name, n, body) { OWN(name) MORE(n) { body } MORE(n + 32) }
int many(int n) {
  NEST(a, 100, NEST(b, 200, NEST(c, 300, NEST(d, 400, NEST(e, 500, NEST(f, 600, NEST(g, 700, n++;)))))))
  return 0;
}
// VERIFY: 1 module verified, 0 with errors
// CHECK: function many(
// CHECK-DAG: ret = 100 @
// CHECK-DAG: ret = 763 @
// CHECK-DAG: ret = 0 @14:3
