// Wrong: an rvalue reference is printed as an lvalue reference. It should be printed with &&.
// RUN: %custody dump %s | FileCheck %s
// XFAIL: *
void take(char *&&);
void give(char *p) { take(static_cast<char *&&>(p)); }
// CHECK: function _Z4takeOPc() type void(char*&&)
