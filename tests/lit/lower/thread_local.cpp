// A thread-local of another unit goes through a wrapper; it is the variable all the same.
// RUN: %custody dump %s | FileCheck %s
extern thread_local char *elsewhere;
thread_local char *here = new char;
char *both() {
  elsewhere = here;
  return elsewhere;
}
// CHECK-DAG: global here: char* thread-local
// CHECK-DAG: global elsewhere: char* undefined thread-local
// CHECK-LABEL: function __cxx_global_var_init(
// CHECK: [[T:%[0-9]+]] = alloc new(1) type char unit {{[0-9]+}} @4:27
// CHECK: ::here = [[T]]
// CHECK-LABEL: function _ZTW4here(
// CHECK: ret = &::here
