// Functions handed to others are values with a name.
// RUN: %custody dump %s | FileCheck %s
#include <pthread.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void *thread(void *arg) {
  free(arg);
  return 0;
}
static void bye(void) {}
struct ops {
  int (*compare)(const void *, const void *);
  void (*bye)(void);
};
void callbacks(int *a, int n, struct ops *ops, char *arg) {
  pthread_t t;
  qsort(a, n, sizeof *a, compare);
  pthread_create(&t, 0, thread, arg);
  atexit(bye);
  ops->compare = compare;
  ops->bye = &bye;
  ops->bye();
  (*ops->compare)(a, arg);
}
// CHECK-LABEL: function callbacks(
// CHECK: call qsort(a, (long)n, {{.*}}, ::compare) @17:3
// CHECK: call pthread_create(&t, null, ::thread, arg) @18:3
// CHECK: call atexit(::bye) @19:3
// CHECK: ops->compare = ::compare @
// CHECK-NEXT: ops->bye = ::bye @
// CHECK-NEXT: call (*ops->bye)() @22:3
// CHECK: call (*ops->compare)(a, arg) @23:3
// CHECK: function compare(a: void const* {{.*}}, b: void const* {{.*}}internal
// CHECK: function thread(arg: void* {{.*}}internal
// CHECK: free malloc(arg) @
