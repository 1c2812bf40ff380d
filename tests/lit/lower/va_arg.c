// Reading a variable argument is one statement, whatever the ABI makes of it: no branch on the register save area.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not=">gp_offset" --implicit-check-not="offset<" --implicit-check-not=opaque
#include <stdarg.h>
#include <stdlib.h>
struct two {
  char *a, *b;
};
struct big {
  char *p;
  int n[10];
};
char *read(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  char *p = va_arg(ap, char *);
  int i = va_arg(ap, int);
  double d = va_arg(ap, double);
  struct two t = va_arg(ap, struct two);
  struct big b = va_arg(copy, struct big);
  va_end(copy);
  va_end(ap);
  return i ? p : b.p;
}
void release(va_list ap) { free(va_arg(ap, void *)); }
void all(int n, ...) {
  va_list ap;
  char *p;
  va_start(ap, n);
  while ((p = va_arg(ap, char *)))
    free(p);
  va_end(ap);
}
void caller(char *p, struct two t, struct big b) { read(1, p, 2, 3.0, t, b, (float)4, (char)5); }
// CHECK-LABEL: function read(n: int {{.*}}) -> ret: char* type char*(int, ...)
// CHECK: va_start(ap[0]) @14:3
// CHECK-NEXT: "copy"[0] = va_copy(ap[0]) @15:3
// CHECK-NEXT: begin p @16:9
// CHECK-NOT: if
// CHECK: [[P:%[0-9]+|p]] = va_arg(ap[0]) @16:13
// CHECK-NOT: if
// CHECK: = va_arg(ap[0]) @17:11
// CHECK-NOT: if
// CHECK: = va_arg(ap[0]) @18:14
// CHECK-NOT: if
// CHECK: [[T:%[0-9]+]] = va_arg(ap[0]) @19:18
// CHECK-NEXT: copy t <- [[T]], 16 @
// CHECK-NEXT: end [[T]] @
// CHECK-NEXT: begin b @
// CHECK-NEXT: [[B:%[0-9]+]] = va_arg("copy"[0]) @20:18
// CHECK-NEXT: copy b <- [[B]], 48 @
// CHECK-NEXT: end [[B]] @
// CHECK-NEXT: va_end("copy"[0]) @21:3
// CHECK-NEXT: va_end(ap[0]) @22:3
// CHECK-NEXT: if i != 0 goto
// CHECK-LABEL: function release(ap: struct __va_list_tag*
// CHECK: [[V:%[0-9]+]] = va_arg(*{{.*}}) @25:33
// CHECK: free malloc([[V]]) @25:28
// CHECK-LABEL: function all(
// CHECK: [[V:%[0-9]+]] = va_arg(ap[0]) @30:15
// CHECK-NEXT: p = [[V]] @
// CHECK-NEXT: if [[V]] != null goto
// CHECK: free malloc(p) @31:5
// CHECK-NEXT: goto {{.*}} (loop-back) @30:3
// CHECK-LABEL: function caller(
// CHECK: call read(1, p, 2, 3.0, t, b, 4.0, 5) @34:52
