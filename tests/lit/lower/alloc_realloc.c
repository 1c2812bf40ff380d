// realloc is one statement with its old pointer, its size and three outcomes; the old pointer is read before the new one
// is written. reallocarray multiplies.
// RUN: %custody dump %s | FileCheck %s
#define _GNU_SOURCE
#include <stdlib.h>
struct buffer {
  char *data;
  int n;
};
int grow(struct buffer *b, char *p) {
  char *q = realloc(p, 10);
  if (!q)
    return -1;
  b->data = realloc(b->data, b->n);
  q = realloc(q, 0);
  q = reallocarray(q, 3, 4);
  realloc(p, 7);
  return 0;
}
// CHECK-LABEL: function grow(
// CHECK: begin q @
// CHECK-NEXT: q = realloc malloc(p, 10) @11:13
// CHECK-NEXT: if q != null goto
// CHECK: [[T:%[0-9]+]] = realloc malloc(b->data, (long)b->n) @14:13
// CHECK-NEXT: b->data = [[T]] @14:11
// CHECK-NEXT: end [[T]] @
// CHECK-NEXT: q = realloc malloc(q, 0) @15:7
// CHECK-NEXT: q = {{call reallocarray|realloc malloc}}(q, {{.*}}) @16:7
// CHECK-NEXT: [[I:%[0-9]+]] = realloc malloc(p, 7) @17:3
// CHECK-NEXT: ignore [[I]] @17:3
// CHECK-NEXT: end [[I]] @
