// Summaries as JSON: one object a line, for other programs.
// RUN: %custody sigs %s --no-cache --format=json --function=renew > %t
// RUN: %python -c "import json, sys; rows = [json.loads(line) for line in sys.stdin]; assert [row['function'] for row in rows] == ['renew']" < %t
// RUN: FileCheck %s < %t
#include <stdlib.h>

struct list {
  struct list *next;
  int *val;
};

// CHECK: {"function":"renew","file":"{{.*}}sigs_json.c","line":[[@LINE+4]],"known":true,"returns":true,
// CHECK-SAME: "categories":{"Alloc2Ret":["ret*"],"Arg2Free":["arg1*","arg1*.val*"],"Arg2Ret":[{"was":"arg1*.next*","is":"ret*.next*"}]}
// CHECK-SAME: "allocates":[{"object":"[[NEW:new#[0-9]+]]","family":"malloc","mayBeNull":false,"several":false}]
// CHECK-SAME: {"place":"ret","value":"&[[NEW]]"}
struct list *renew(struct list *old) {
  struct list *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->next = old->next;
  free(old->val);
  free(old);
  return made;
}
