// A statement of a macro has both positions: where the macro is used, and where in the macro it stands. Only the jump in
// the macro is a jump.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
#define RELEASE(p) free(p)
#define RELEASE_TWICE(p) \
  do {                   \
    RELEASE(p);          \
    RELEASE(p);          \
  } while (0)
#define CHECK_NULL(x) \
  do {                \
    if (!(x))         \
      return -1;      \
  } while (0)
int macros(char *p) {
  CHECK_NULL(p);
  RELEASE(p);
  RELEASE_TWICE(p);
  return 0;
}
// CHECK-LABEL: function macros(
// CHECK-NOT: (return)
// CHECK: if p != null goto [[ON:bb[0-9]+]] else [[NULL:bb[0-9]+]] turned @17:3{CHECK_NULL @{{12:3|13:5|13:9}}}
// CHECK-NOT: (return)
// CHECK: free malloc(p) @18:3{RELEASE @5:20}
// CHECK: free malloc(p) @19:3{RELEASE_TWICE @5:20}
// CHECK-NEXT: free malloc(p) @19:3{RELEASE_TWICE @5:20}
// CHECK: ret = 0 @20:3
// CHECK: return @20:3
// CHECK: [[NULL]]:
// CHECK-NEXT: ret = -1 @17:3{CHECK_NULL @
// CHECK-NEXT: goto {{.*}} (return) @17:3{CHECK_NULL @
// CHECK: return @17:3{CHECK_NULL @
