// Linkage of C++: anonymous namespaces apart, inline functions and templates once, extern "C".
// RUN: %custody dump %s | FileCheck %s
namespace {
int hidden() { return 1; }
struct Local {
  int method() { return 2; }
};
} // namespace
inline int shared() { return 3; }
template <class T>
T identity(T t) {
  return t;
}
namespace space {
char *qualified(char *p) { return identity(p); }
} // namespace space
extern "C" int c_name() { return hidden() + Local().method() + shared(); }
// CHECK-DAG: function _ZN12_GLOBAL__N_16hiddenEv() -> ret: int source "{{.*}}hidden" internal
// CHECK-DAG: function _ZN12_GLOBAL__N_15Local6methodEv({{.*}}internal
// CHECK-DAG: function _Z6sharedv() -> ret: int source shared linkonce
// CHECK-DAG: function _Z8identityIPcET_S1_(t: char* {{.*}}) -> ret: char* source "{{identity.*}}" linkonce
// CHECK-DAG: function _ZN5space9qualifiedEPc(p: char* {{.*}}) -> ret: char* source space::qualified
// CHECK-DAG: function c_name() -> ret: int
