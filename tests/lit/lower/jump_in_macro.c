// A `return` in a macro stands at the `return`
// in the macro, not at its first token.
// RUN: %custody dump %s | FileCheck %s
#define CHECK_NULL(x) \
  do {                \
    if (!(x))         \
      return -1;      \
  } while (0)
int macros(char *p) {
  CHECK_NULL(p);
  return 0;
}
// CHECK-LABEL: function macros(
// CHECK: ret = -1 @10:3{CHECK_NULL @7:7}
// CHECK-NEXT: goto {{.*}} (return) @10:3{CHECK_NULL @7:7}
// CHECK: return @10:3{CHECK_NULL @7:7}
