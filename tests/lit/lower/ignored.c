// A result that nobody uses is ignored by a statement of its own: pointers, numbers, structures in memory, casts to void.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
struct pair {
  char *a, *b;
};
struct big {
  char *p[9];
};
char *pointer(void);
int number(void);
void nothing(void);
struct pair pair(void);
struct big big(void);
void ignored(void) {
  pointer();
  (void)number();
  nothing();
  pair();
  big();
  malloc(3);
  pointer(), number();
}
// CHECK-LABEL: function ignored(
// CHECK: [[P:%[0-9]+]] = call pointer() @16:3
// CHECK-NEXT: ignore [[P]] @16:3
// CHECK-NEXT: end [[P]] @16:3
// CHECK-NEXT: [[N:%[0-9]+]] = call number() @17:9
// CHECK-NEXT: ignore [[N]] @17:9
// CHECK-NEXT: end [[N]] @17:9
// CHECK-NEXT: call nothing() @18:3
// CHECK-NEXT: [[S:[^ ]+]] = call pair() @19:3
// CHECK: end [[S]] @19:3
// CHECK: [[B:[^ ]+]] = call big() @20:3
// CHECK-NEXT: ignore [[B]] @20:3
// CHECK-NEXT: end [[B]] @20:3
// CHECK-NEXT: [[M:%[0-9]+]] = alloc malloc(3) may-fail @21:3
// CHECK-NEXT: ignore [[M]] @21:3
// CHECK-NEXT: end [[M]] @21:3
// CHECK-NEXT: [[P:%[0-9]+]] = call pointer() @22:3
// CHECK-NEXT: ignore [[P]] @22:3
// CHECK-NEXT: end [[P]] @22:3
// CHECK-NEXT: [[N:%[0-9]+]] = call number() @22:14
// CHECK-NEXT: ignore [[N]] @22:14
