// A function with a computed `goto` has no lifetime markers at all. Variables begin and end by their scopes; the edges are
// those of a goto; the table of labels is no constant anybody knows.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
void use(char *);
int computed(int n) {
  static void *table[] = {&&one, &&two, &&three};
  char *p = malloc(n);
  goto *table[n];
one: {
  char *q = malloc(1);
  use(q);
  if (n)
    goto *table[2];
}
two:
  free(p);
  return 0;
three:
  return 1;
}
// CHECK: global "computed.table": void*[3] source computed::table internal
// CHECK-LABEL: function computed(
// CHECK: begin p @8:9
// CHECK-NEXT: p = alloc malloc((long)n) type char may-fail @8:13
// CHECK: ::"computed.table"[(long)n]
// CHECK: goto any [{{bb[0-9]+.*, bb[0-9]+.*, bb[0-9]+.*}}] by
// CHECK: begin q @11:9
// CHECK-NEXT: q = alloc malloc(1) type char may-fail @11:13
// CHECK-NEXT: call use(q) @12:3
// CHECK-NEXT: if n != 0 goto
// CHECK: ::"computed.table"[2]
// CHECK: goto any [{{bb[0-9]+.*, bb[0-9]+.*, bb[0-9]+.*}}] by
// CHECK: end q @15:1
// CHECK-NEXT: goto {{bb[0-9]+}} (goto)
// CHECK: end q @15:1
// CHECK-NEXT: goto {{bb[0-9]+}} (goto)
// CHECK: end q @15:1
// CHECK-NEXT: goto {{bb[0-9]+}} (goto)
// CHECK: end q @15:1
// CHECK: free malloc(p) @17:3
// CHECK-NEXT: ret = 0 @18:3
// CHECK: end p @18:3
// CHECK-NEXT: end n @18:3
// CHECK-NEXT: return @18:3
// CHECK: ret = 1 @20:3
// CHECK: end p @20:3
// CHECK-NEXT: end n @20:3
// CHECK-NEXT: return @20:3
