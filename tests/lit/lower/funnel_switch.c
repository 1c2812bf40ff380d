// A `break` of a switch inside a loop, a `continue` through it, and cleanups on the way.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
static void cleaner(char **p) { free(*p); }
int next(void);
int loop(int n) {
  for (;;) {
    __attribute__((cleanup(cleaner))) char *outer = malloc(1);
    switch (n) {
    case 1: {
      __attribute__((cleanup(cleaner))) char *inner = malloc(2);
      if (next())
        break;
      if (next())
        continue;
      return 1;
    }
    case 2:
      goto done;
    }
    n = 7;
  }
done:
  return 0;
}
// CHECK-LABEL: function loop(
// CHECK: [[LOOP:bb[0-9]+]]: fan-in
// CHECK-NEXT: begin outer @8:45
// CHECK-NEXT: outer = alloc malloc(1) type char may-fail @8:53
// CHECK-NEXT: switch n { 1: [[ONE:bb[0-9]+]], 2: [[TWO:bb[0-9]+]], default: [[AFTER:bb[0-9]+]] } @9:5
// CHECK-NEXT: [[ONE]]:
// CHECK-NEXT: begin inner @11:47
// CHECK-NEXT: inner = alloc malloc(2) type char may-fail @11:55

// The break leaves the switch only.
// CHECK: goto {{.*}} (break) @13:9
// CHECK: call cleaner(&inner) @13:9
// CHECK-NEXT: end inner @13:9
// CHECK-NEXT: goto [[AFTER]] (break) @13:9

// CHECK: n = 7 @21:7
// CHECK: call cleaner(&outer) @22:3
// CHECK: end outer @22:3
// CHECK: goto [[LOOP]] (loop-back) @7:3
// CHECK: goto {{.*}} (continue) @15:9
// CHECK: call cleaner(&inner) @15:9
// CHECK: end inner @15:9
// CHECK: call cleaner(&outer) @15:9
// CHECK-NEXT: end outer @15:9
// CHECK-NEXT: goto [[LOOP]] (continue) @15:9
// CHECK: ret = 1 @16:7
// CHECK: call cleaner(&inner) @16:7
// CHECK: end inner @16:7
// CHECK: call cleaner(&outer) @16:7
// CHECK: end outer @16:7
// CHECK: end n @16:7
// CHECK-NEXT: return @16:7
// CHECK: [[TWO]]:
// CHECK: goto {{.*}} (goto) @19:7
// CHECK: call cleaner(&outer) @19:7
// CHECK: end outer @19:7
// CHECK: ret = 0 @24:3
