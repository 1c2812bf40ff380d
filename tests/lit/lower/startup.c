// Functions that run before main and at exit, in order; aliases are other names.
// RUN: %custody dump %s | FileCheck %s
#include <stdlib.h>
static char *buffer;
__attribute__((constructor)) static void init(void) { buffer = malloc(3); }
__attribute__((constructor(101))) static void early(void) {}
__attribute__((destructor)) static void fini(void) { free(buffer); }
void real(void) {}
void other(void) __attribute__((alias("real")));
int main(void) {
  atexit(fini);
  return 0;
}
// CHECK: startup early
// CHECK-NEXT: startup init
// CHECK-NEXT: shutdown fini
// CHECK: global buffer: char* internal
// CHECK-LABEL: function init(
// CHECK: ::buffer = alloc malloc(3) type char may-fail @
// CHECK-LABEL: function fini(
// CHECK: free malloc(::buffer) @
// CHECK-LABEL: function main(
// CHECK: call atexit(::fini) @11:3
// CHECK: function other() alias-of real
