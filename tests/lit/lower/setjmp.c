// setjmp returns twice, longjmp never.
// RUN: %custody dump %s | FileCheck %s
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
int jump(int n) {
  char *p = malloc(n);
  if (setjmp(env)) {
    free(p);
    return 1;
  }
  if (n)
    longjmp(env, n);
  free(p);
  return 0;
}
int other(sigjmp_buf buffer) { return sigsetjmp(buffer, 1); }
// CHECK-LABEL: function jump(
// CHECK: p = alloc malloc((long)n) type char may-fail @7:13
// CHECK-NEXT: [[T:%[0-9]+]] = call _setjmp(&::env{{.*}}) returns-twice @8:7
// CHECK-NEXT: if [[T]] != 0 goto [[BACK:bb[0-9]+]] else [[ON:bb[0-9]+]] @8:7
// CHECK-NEXT: [[BACK]]:
// CHECK-NEXT: end [[T]] @
// CHECK-NEXT: free malloc(p) @9:5
// CHECK-NEXT: ret = 1 @10:5
// CHECK: [[ON]]:
// CHECK: call longjmp(&::env{{.*}}, n) noreturn @13:5
// CHECK-NEXT: unreachable @
// CHECK: function _setjmp() {{.*}}returns-twice
// CHECK: function longjmp() {{.*}}noreturn
// CHECK-LABEL: function other(
// CHECK: call {{_*}}sigsetjmp(buffer, 1) returns-twice @17:39
