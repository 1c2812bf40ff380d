// Thread-locals are globals, read and written by their names.
// RUN: %custody dump %s | FileCheck %s
_Thread_local char *tls;
static __thread int counter = 3;
char *swap(char *p) {
  char *old = tls;
  tls = p;
  counter++;
  return old;
}
char **address(void) { return &tls; }
// CHECK: global tls: char* thread-local @3:21 = {}
// CHECK: global counter: int internal thread-local @4:21 = {
// CHECK-NEXT: at 0 size 4: 3
// CHECK-LABEL: function swap(
// CHECK: old = ::tls @6:9
// CHECK-NEXT: ::tls = p @7:7
// CHECK-NEXT: ::counter = ::counter + 1 @8:10
// CHECK-NEXT: ret = old @9:3
// CHECK-LABEL: function address(
// CHECK: ret = &::tls @
