// Inline assembly is unknown, and names what it may touch: outputs, pointers it is given, memory. `asm goto` may go to its
// labels.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump --stats %s | FileCheck %s --check-prefix=STATS
#include <stdlib.h>
int assembly(char **slot, char *p, int n) {
  int out;
  char *q;
  asm volatile("nop" : "=r"(out) : "r"(n));
  asm volatile("nop" : "=r"(q) : "r"(p) : "memory");
  asm("nop" : "+m"(*slot));
  asm goto("jmp %l1" : : "r"(n) : : failed);
  free(q);
  return out;
failed:
  return -1;
}
// CHECK-LABEL: function assembly(
// CHECK: [[A:%[0-9]+|out]] = unknown "asm" @9:3
// CHECK: out = [[A]] @9:3
// CHECK: [[B:%[0-9]+]] = unknown "asm" touches({{.*}}p{{.*}}) @10:3
// CHECK-NEXT: q = [[B]] @10:3
// CHECK: unknown "asm" touches(slot{{.*}}) @11:3
// CHECK-NEXT: unknown "asm" @12:3
// CHECK-NEXT: goto any [{{.*}}, [[FAILED:bb[0-9]+]]{{.*}}] by {{.*}}unknown("asm goto"){{.*}} @12:3
// CHECK: free malloc(q) @13:3
// CHECK: [[FAILED]]:
// CHECK-NEXT: ret = -1 @16:3
// STATS: asm{{ +}}4
