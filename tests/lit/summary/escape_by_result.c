// A callee that keeps its argument when it returns 0 and leaves it alone when it returns -1: the caller that got -1
// still has it. The outcomes of one call are no ways that meet, so what escapes in one is not escaped in the other.
// RUN: %custody sigs %s --no-cache --function=refuse | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct item {
  int id;
};
struct item *table[10];

// SIG: {{^}}refuse:
// SIG-NEXT: {{^}}  Arg2Glob {arg1*}{{$}}
// SIG-DAG: ret = 0
// SIG-DAG: ret = [-1,-1]
int refuse(struct item *item) {
  if (item->id < 0)
    return -1;
  table[item->id % 10] = item;
  return 0;
}

int refused_bad(int id) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return -1;
  item->id = id;
  if (refuse(item) < 0)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0;
}
