// A function that does not return ends its path: nothing follows, no variable ends.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
__attribute__((noreturn)) void die(const char *);
_Noreturn static void fatal(void) { exit(2); }
void stop(char *p, int n) {
  if (!p)
    die("no memory");
  if (n == 1)
    abort();
  if (n == 2)
    fatal();
  free(p);
}
// CHECK-LABEL: function stop(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @6:17
// CHECK-NEXT: begin n @6:24
// CHECK-NEXT: if p != null goto [[B1:bb[0-9]+]] else [[B6:bb[0-9]+]] turned @7:7
// CHECK-NEXT: [[B1]]:
// CHECK-NEXT: if n == 1 goto [[B2:bb[0-9]+]] else [[B3:bb[0-9]+]] @9:7
// CHECK-NEXT: [[B2]]:
// CHECK-NEXT: call abort() noreturn @10:5
// CHECK-NEXT: unreachable @10:5
// CHECK-NEXT: [[B3]]:
// CHECK-NEXT: if n == 2 goto [[B4:bb[0-9]+]] else [[B5:bb[0-9]+]] @11:7
// CHECK-NEXT: [[B4]]:
// CHECK-NEXT: call fatal() noreturn @12:5
// CHECK-NEXT: unreachable @12:5
// CHECK-NEXT: [[B5]]:
// CHECK-NEXT: free malloc(p) @13:3
// CHECK-NEXT: end n @14:1
// CHECK-NEXT: end p @14:1
// CHECK-NEXT: return @14:1
// CHECK-NEXT: [[B6]]:
// CHECK-NEXT: call die(&::".str") noreturn @8:5
// CHECK-NEXT: unreachable @8:5
// CHECK-NEXT: }
// CHECK-LABEL: function fatal(
// CHECK: call exit(2) noreturn @5:37
// CHECK-NEXT: unreachable @
// CHECK: function die() {{.*}}noreturn
