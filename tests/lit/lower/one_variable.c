// An argument and its stack slot are one variable, named as in the source. Two variables of one name are told apart. A
// load is folded into its use only if nothing in between may change what it reads.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
struct node {
  struct node *next;
};
void use(void *);
void formal(char *p) {
  use(p);
  p = 0;
  use(p);
}
void shadow(char *p) {
  if (p) {
    char *p = malloc(1);
    use(p);
  }
  use(p);
}
void pop(struct node **list) {
  struct node *head = *list;
  *list = head->next;
  free(head);
}
void swap(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}
char *post(char **p) { return *(*p)++ ? *p : 0; }
void arguments(char *p) {
  char *q = p;
  use((q = 0, p));
  free(p == q ? (p = 0, q) : p);
}
// CHECK-LABEL: function formal(p: char*
// CHECK-NOT: local
// CHECK: bb0:
// CHECK-NEXT: begin p @9:19
// CHECK-NEXT: call use(p) @10:3
// CHECK-NEXT: p = null @11:5
// CHECK-NEXT: call use(p) @12:3
// CHECK-NEXT: end p @13:1
// CHECK-NEXT: return @13:1
// CHECK-LABEL: function shadow(p: char*
// CHECK: local p.2: char* @16:11
// CHECK: if p != null goto
// CHECK: begin p.2 @
// CHECK-NEXT: p.2 = alloc malloc(1)
// CHECK-NEXT: call use(p.2) @17:5
// CHECK-NEXT: end p.2 @18:3
// CHECK: call use(p) @19:3
// CHECK-LABEL: function pop(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin list @21:24
// CHECK-NEXT: begin head @22:16
// CHECK-NEXT: head = *list @22:16
// CHECK-NEXT: *list = head->next @23:9
// CHECK-NEXT: free malloc(head) @24:3
// CHECK-NEXT: end head @25:1
// CHECK-NEXT: end list @25:1
// CHECK-NEXT: return @25:1
// CHECK-NEXT: }
// CHECK-LABEL: function swap(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin a @26:18
// CHECK-NEXT: begin b @26:28
// CHECK-NEXT: begin t @27:9
// CHECK-NEXT: t = *a @27:9
// CHECK-NEXT: *a = *b @28:6
// CHECK-NEXT: *b = t @29:6
// CHECK-NEXT: end t @30:1
// CHECK-NEXT: end b @30:1
// CHECK-NEXT: end a @30:1
// CHECK-NEXT: return @30:1
// CHECK-NEXT: }
// CHECK-LABEL: function post(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @31:19
// CHECK-NEXT: [[T1:%[0-9]+]] = *p @31:36
// CHECK-NEXT: *p = &[[T1]][1] @31:36
// CHECK-NEXT: if (int)*[[T1]] != 0 goto [[B1:bb[0-9]+]] else [[B2:bb[0-9]+]] @31:31
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: end [[T1]] @31:31
// CHECK-NEXT: [[T2:%[0-9]+]] = *p @31:31
// CHECK-NEXT: goto [[B3:bb[0-9]+]] @31:31
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: end [[T1]] @31:31
// CHECK-NEXT: [[T2]] = (null as void*) @31:31
// CHECK-NEXT: goto [[B3]] @31:31
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: ret = [[T2]] @31:24
// CHECK-NEXT: end [[T2]] @31:24
// CHECK-NEXT: end p @31:24
// CHECK-NEXT: return @31:24
// CHECK-NEXT: }
// CHECK-LABEL: function arguments(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @32:22
// CHECK-NEXT: begin q @33:9
// CHECK-NEXT: q = p @33:9
// CHECK-NEXT: q = null @34:10
// CHECK-NEXT: call use(p) @34:3
// CHECK-NEXT: if p == q goto [[B1:bb[0-9]+]] else [[B2:bb[0-9]+]] @35:8
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: p = null @35:20
// CHECK-NEXT: [[T1:%[0-9]+]] = q @35:8
// CHECK-NEXT: goto [[B3:bb[0-9]+]] @35:8
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: [[T1]] = p @35:8
// CHECK-NEXT: goto [[B3]] @35:8
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: free malloc([[T1]]) @35:3
// CHECK-NEXT: end [[T1]] @35:3
// CHECK-NEXT: end q @36:1
// CHECK-NEXT: end p @36:1
// CHECK-NEXT: return @36:1
// CHECK-NEXT: }
