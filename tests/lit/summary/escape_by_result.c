// A callee that keeps its argument when it returns 0 and leaves it alone when it returns -1: the caller that got -1
// still has it. The summary knows; the states of the caller are joined after the call, where what escapes on one path
// counts as escaped (the paper's choice).
// RUN: %custody sigs %s --no-cache --function=refuse | FileCheck %s --check-prefix=SIG
// RUN: %custody check %s --no-cache | FileCheck %s --check-prefix=SILENT --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --set summary.escape-on-any-path=off | FileCheck %s --implicit-check-not='warning: '
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

// SILENT: nothing found
int FN_refused(int id) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return -1;
  item->id = id;
  if (refuse(item) < 0)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0;
}
