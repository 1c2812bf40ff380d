// Wrong: a `return` in a macro stands at the first token of the macro. It should stand at the `return` in the macro.
// RUN: %custody dump %s | FileCheck %s
// XFAIL: *
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
