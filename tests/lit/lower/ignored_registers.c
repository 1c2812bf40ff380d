// A structure that is returned in registers
// and dropped is ignored by a statement,
// as one in memory is.
// RUN: %custody dump %s | FileCheck %s
struct pair {
  char *a, *b;
};
struct pair pair(void);
void ignored(void) {
  pair();
}
// CHECK-LABEL: function ignored(
// CHECK: = call pair() @10:3
// CHECK: ignore {{[^ ]+}} @10:3
