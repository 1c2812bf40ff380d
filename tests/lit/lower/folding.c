// A load is evaluated where it stands: what a call or a store in between may change is held in a temporary.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
char *global;
int change(char **);
int sum(char **slot) { return (*slot)[0] + change(slot) + (*slot)[1]; }
char *taken(void) {
  char *t = global;
  global = 0;
  change(&t);
  return t;
}
char *both(char **a, char **b) {
  return (*a = 0, *b);
}
void chosen(char *p, char *q) {
  char *m = p;
  free(m ? (m = q, p) : (p = q, m));
}
int twice(volatile int *v) {
  int a = *v;
  return a - *v;
}
void shift(char **a) {
  char *first = a[0];
  a[0] = a[1];
  a[1] = first;
}
int old_value(int *n) { return (*n)++ + *n; }
char *exchange(char **slot, char *with) {
  char *was = *slot;
  *slot = with;
  return was;
}
// CHECK-LABEL: function sum(
// CHECK: [[A:%[0-9]+]] = **slot @
// CHECK-NEXT: [[B:%[0-9]+]] = call change(slot) @
// CHECK-NEXT: ret = ((int)[[A]] + [[B]]) + (int)(*slot)[1] @
// CHECK-NEXT: end [[B]] @
// CHECK-NEXT: end [[A]] @
// CHECK-LABEL: function taken(
// CHECK: t = ::global @
// CHECK-NEXT: ::global = null @
// CHECK: call change(&t) @
// CHECK: ret = t @
// CHECK-LABEL: function both(
// CHECK: *a = null @
// CHECK-NEXT: ret = *b @
// CHECK-LABEL: function chosen(
// CHECK: m = p @
// CHECK-NEXT: if m != null goto
// CHECK: m = q @
// CHECK-NEXT: [[T:%[0-9]+]] = p @
// CHECK: p = q @
// CHECK-NEXT: [[T]] = m @
// CHECK: free malloc([[T]]) @
// CHECK-NEXT: end [[T]] @
// CHECK-LABEL: function twice(
// CHECK: [[A:%[0-9]+]] = *v @
// CHECK-NEXT: a = [[A]] @
// CHECK: ret = a - {{.*}} @
// CHECK-LABEL: function shift(
// CHECK: first = {{a\[0\]|\*a}} @
// CHECK-NEXT: {{a\[0\]|\*a}} = a[1] @
// CHECK-NEXT: a[1] = first @
// CHECK-LABEL: function old_value(
// CHECK: [[N:%[0-9]+]] = *n @
// CHECK-NEXT: *n = [[N]] + 1 @
// CHECK-NEXT: ret = [[N]] + *n @
// CHECK-LABEL: function exchange(
// CHECK: was = *slot @
// CHECK-NEXT: *slot = with @
// CHECK-NEXT: ret = was @
