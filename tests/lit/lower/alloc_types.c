// What a C allocation makes is told by its cast, else by what it is assigned to or returned as.
// RUN: %custody dump %s | FileCheck %s
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
// CHECK: [[T:%[0-9]+]] = alloc malloc((long)n) may-fail @8:27
// CHECK-NEXT: ret = [[T]] @8:20
// CHECK-LABEL: function returned(
// CHECK: alloc malloc(16) type struct node may-fail @9:38
// CHECK-LABEL: function types(
// CHECK: by_cast = alloc malloc(16) type struct node may-fail @11:41
// CHECK: by_assignment = alloc malloc(10) type char may-fail @12:25
// CHECK: [[NEXT:%[0-9]+]] = alloc malloc(16) type struct node may-fail @13:13
// CHECK-NEXT: n->next = [[NEXT]] @13:11
// CHECK-NEXT: end [[NEXT]] @
// CHECK-NEXT: [[TEXT:%[0-9]+]] = alloc malloc(3) type char may-fail @14:21
// CHECK-NEXT: n->text = [[TEXT]] @
// CHECK: [[V:%[0-9]+]] = alloc malloc(4) may-fail @15:11
// CHECK-NEXT: *slot = [[V]] @15:9
// CHECK: = alloc malloc(16) type struct node may-fail @16:26
// CHECK: if by_cast != null goto
// CHECK: alloc malloc(16){{.*}} may-fail @17:33
// CHECK: zeros = alloc malloc({{16|4 \* 4}}) type int may-fail zeroed @18:16
// CHECK-NEXT: free malloc(by_assignment) @19:3
// CHECK-NEXT: free malloc(zeros) @20:3
// CHECK-NEXT: free malloc(by_cast) @21:3
