// Dynamic initialisation of globals and static locals is code: constructors before main, destructors registered for the
// exit, a guard for a static local.
// RUN: %custody dump %s | FileCheck %s
struct S {
  char *p;
  S(int) noexcept;
  ~S();
};
S first(1);
static char *second = new char[2];
S &local() {
  static S s(3);
  return s;
}
int plain = 4;
// CHECK: startup "[[ALL:_GLOBAL__sub_I_startup.cpp]]"
// CHECK: global first: struct S @9:3
// CHECK: global _ZL6second: char* source second internal @10:14
// CHECK: global _ZZ5localvE1s: struct S source local::s internal @12:12
// CHECK: global plain: int @15:5 = {
// CHECK-NEXT: at 0 size 4: 4
// CHECK-LABEL: function __cxx_global_var_init(
// CHECK: call _ZN1SC1Ei(&::first, 1) construct @9:3
// CHECK-NEXT: {{.*}}call __cxa_atexit(::_ZN1SD1Ev, &::first,
// CHECK-LABEL: function "__cxx_global_var_init.1"(
// CHECK: alloc "new[]"(2) type char unit {{[0-9]+}} @10:23
// CHECK-LABEL: function _Z5localv(
// CHECK: call __cxa_guard_acquire(
// CHECK: call _ZN1SC1Ei(&::_ZZ5localvE1s, 3) construct @12:12
// CHECK-NEXT: {{.*}}call __cxa_atexit(::_ZN1SD1Ev, &::_ZZ5localvE1s,
// CHECK: ret = &::_ZZ5localvE1s @13:3
// CHECK-LABEL: function "_GLOBAL__sub_I_startup.cpp"(
// CHECK: call __cxx_global_var_init()
// CHECK: call "__cxx_global_var_init.1"()
