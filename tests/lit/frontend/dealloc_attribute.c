// GCC's malloc(dealloc, n), an error of Clang 19, is read, and the unit goes on.
// RUN: %custody dump %s 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: %custody dump %s -- -x c++ 2>&1 | FileCheck %s --implicit-check-not=error
#define RELEASED_BY(f) __attribute__((__malloc__, __malloc__(f, 1)))
void put(void *p);
__attribute__((malloc(put))) void *before(void);
void *after(void) __attribute__((malloc(put, 1), warn_unused_result));
RELEASED_BY(put) void *through_macro(void);
// CHECK: user
void user(void) { put(through_macro()); }
