// The pictures of figures 1 and 8: circles are heap, boxes are variables; allocated, freed; dotted is what was there before.
// RUN: %custody sigs %s --no-cache --function=make --format=dot -- -I%S/Inputs | FileCheck %s --check-prefix=FIG1
// RUN: %custody sigs %s --no-cache --function=renewList --format=dot -- -I%S/Inputs | FileCheck %s --check-prefix=FIG8
#include "list.h"

int n;

// FIG1: digraph "make" {
// FIG1-DAG: [[RET:n[0-9]+]] [shape=box, label="ret"];
// FIG1-DAG: [[ARG:n[0-9]+]] [shape=box, label="arg1"];
// FIG1-DAG: [[ARG]] -> [[OBJECT:n[0-9]+]] [style=dotted, label="*"];
// FIG1-DAG: [[RET]] -> [[RESULT:n[0-9]+]] [label="*"];
// FIG1-DAG: [[OBJECT]] -> [[NEXT:n[0-9]+]] [label="next"];
// FIG1: }
int *make(List *p) {
  if (n)
    return malloc(4);
  p->next = malloc(10);
  return 0;
}

// FIG8: digraph "renewList" {
// FIG8-DAG: [[RET:n[0-9]+]] [shape=box, label="ret"];
// FIG8-DAG: [[ARG:n[0-9]+]] [shape=box, label="arg1"];
// FIG8-DAG: [[NEW:n[0-9]+]] [shape=circle, label="!"];
// FIG8-DAG: [[ARG]] -> [[OLD:n[0-9]+]] [style=dotted, label="*"];
// FIG8-DAG: [[OLD]] [shape=circle, label="⊘"];
// FIG8-DAG: [[OLD]] -> [[VAL:n[0-9]+]] [style=dotted, label="val"];
// FIG8-DAG: [[VAL]] [shape=circle, label="⊘"];
// FIG8-DAG: [[OLD]] -> [[SHARED:n[0-9]+]] [style=dotted, label="next"];
// FIG8-DAG: [[SHARED]] [shape=circle, label=" "];
// FIG8-DAG: [[RET]] -> [[NEW]] [label="*"];
// FIG8-DAG: [[NEW]] -> [[SHARED]] [label="next"];
// FIG8: }
List *renewList(List *lst) {
  List *ret = malloc(sizeof *ret);
  ret->next = lst->next;
  free(lst->val);
  free(lst);
  return ret;
}
