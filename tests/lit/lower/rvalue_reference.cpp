// An rvalue reference is
// printed with &&.
// RUN: %custody dump %s | FileCheck %s
void take(char *&&);
void give(char *p) { take(static_cast<char *&&>(p)); }
// CHECK: function _Z4takeOPc() type void(char*&&)
