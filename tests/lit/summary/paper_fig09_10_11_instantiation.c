// Figures 9 to 11: five calls in a row, each understood by its summary. Only the object that renewList made is lost.
// RUN: %custody sigs %s --no-cache --function=afterLine4 --function=atExit -- -I%S/Inputs | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -I%S/Inputs | FileCheck %s --implicit-check-not='warning: '
#include "list.h"

int *gInt;
List gLst;

void freeNext(List *lst) { free(lst->next); }

void attachGlob(int *p1, int ***p2) {
  gInt = p1;
  *p2 = &gLst.val;
}

void makeArray(int **p) { *p = malloc(10 * sizeof **p); }

List *make2List(void) {
  List *lst = malloc(sizeof *lst);
  lst->val = malloc(sizeof *lst->val);
  lst->next = malloc(sizeof *lst->next);
  lst->next->val = malloc(sizeof *lst->val);
  return lst;
}

List *renewList(List *lst) {
  List *ret = malloc(sizeof *ret);
  ret->next = lst->next;
  free(lst->val);
  free(lst);
  return ret;
}

// Figure 9.
void leak(void) {
  List *lst1, *lst2;
  int **ptr;
  lst1 = make2List();
  lst2 = renewList(lst1);
  attachGlob(lst2->next->val, &ptr);
  makeArray(ptr);
  freeNext(lst2);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: allocated here
// CHECK-NEXT: | {{ *}}List *ret = malloc(sizeof *ret);

// Figure 10: of the four cells of line 3 two are freed; the others, and the new one, are reachable from lst2.
// SIG: {{^}}afterLine4:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*, ret*.next*, ret*.next*.val*}{{$}}
// SIG-NEXT: {{^}}  case
List *afterLine4(void) {
  List *lst1 = make2List();
  List *lst2 = renewList(lst1);
  return lst2;
}

// Figure 11: of the allocated cells that lst2 reaches at the end, one is neither freed nor global.
// SIG: {{^}}atExit:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*}{{$}}
List *atExit(void) {
  int **ptr;
  List *lst2 = renewList(make2List());
  attachGlob(lst2->next->val, &ptr);
  makeArray(ptr);
  freeNext(lst2);
  lst2->next = 0;
  return lst2;
}
