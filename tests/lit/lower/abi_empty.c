// An empty structure has no ABI piece at all, but it is an argument and counts as one.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump %s -- -x c++ | FileCheck %s --check-prefix=CXX
struct empty {};
char *take(struct empty e, char *p, struct empty f, int n) { return p; }
struct empty make(void) {
  struct empty e;
  return e;
}
char *caller(char *p) {
  struct empty e = make();
  return take(e, p, make(), 3);
}
// CHECK-LABEL: function take(e: struct empty {{.*}}, p: char* {{.*}}, f: struct empty {{.*}}, n: int {{.*}}) -> ret: char*
// CHECK-NOT: local
// CHECK: ret = p @
// CHECK-NEXT: end n @
// CHECK-NEXT: end f @
// CHECK-NEXT: end p @
// CHECK-NEXT: end e @
// CHECK-NEXT: return @
// CHECK-LABEL: function make() -> ret: struct empty
// CHECK-LABEL: function caller(
// CHECK: begin e @
// CHECK: call make() @11:20
// CHECK: call make() @12:21
// CHECK: call take({{[^,]+}}, p, {{[^,]+}}, 3) @12:10
// CHECK: end e @
// CXX: function _Z4take5emptyPcS_i(e: struct empty {{.*}}, p: char* {{.*}}, f: struct empty {{.*}}, n: int
// CXX: call _Z4take5emptyPcS_i({{[^,]+}}, p, {{[^,]+}}, 3)
