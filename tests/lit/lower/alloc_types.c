// What a C allocation makes is told by its cast, else by what it is assigned to or returned as.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump %s -- -fno-strict-aliasing | FileCheck %s
#include <stdlib.h>
struct node {
  struct node *next;
  char *text;
};
void *raw(int n) { return malloc(n); }
struct node *returned(void) { return malloc(sizeof(struct node)); }
void types(struct node *n, void **slot) {
  struct node *by_cast = (struct node *)malloc(sizeof *by_cast);
  char *by_assignment = malloc(10);
  n->next = malloc(sizeof *n);
  n->text = (void *)malloc(3);
  *slot = malloc(4);
  *slot = (struct node *)malloc(sizeof(struct node));
  by_cast = by_cast ? by_cast : malloc(sizeof *n);
  int *zeros = calloc(4, sizeof(int));
  free(by_assignment);
  free(zeros);
  free(by_cast);
}
// CHECK-LABEL: function raw(
// CHECK: [[T:%[0-9]+]] = alloc malloc((long)n) may-fail @9:27
// CHECK-NEXT: ret = [[T]] @9:20
// CHECK-LABEL: function returned(
// CHECK: alloc malloc(16) type struct node may-fail @10:38
// CHECK-LABEL: function types(
// CHECK: by_cast = alloc malloc(16) type struct node may-fail @12:41
// CHECK: by_assignment = alloc malloc(10) type char may-fail @13:25
// CHECK: [[NEXT:%[0-9]+]] = alloc malloc(16) type struct node may-fail @14:13
// CHECK-NEXT: n->next = [[NEXT]] @14:11
// CHECK-NEXT: end [[NEXT]] @
// CHECK-NEXT: [[TEXT:%[0-9]+]] = alloc malloc(3) type char may-fail @15:21
// CHECK-NEXT: n->text = [[TEXT]] @
// CHECK: [[V:%[0-9]+]] = alloc malloc(4) may-fail @16:11
// CHECK-NEXT: *slot = [[V]] @16:9
// CHECK: = alloc malloc(16) type struct node may-fail @17:26
// CHECK: if by_cast != null goto
// CHECK: alloc malloc(16){{.*}} may-fail @18:33
// CHECK: zeros = alloc malloc({{16|4 \* 4}}) type int may-fail zeroed @19:16
// CHECK-NEXT: free malloc(by_assignment) @20:3
// CHECK-NEXT: free malloc(zeros) @21:3
// CHECK-NEXT: free malloc(by_cast) @22:3
