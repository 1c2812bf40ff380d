// Each family of allocation keeps its name: malloc, new, new[]; aligned and sized forms belong to theirs; a user's own
// function is a call.
// RUN: %custody dump %s -- -std=c++17 | FileCheck %s
#include <cstdlib>
#include <new>
struct alignas(64) Big {
  char c[64];
};
void *pool_get(unsigned long);
void pool_put(void *);
void families() {
  void *a = std::malloc(1);
  std::free(a);
  int *b = new int(2);
  delete b;
  int *c = new int[3];
  delete[] c;
  Big *d = new Big;
  delete d;
  void *e = ::operator new(5);
  ::operator delete(e);
  void *f = ::operator new[](6, std::nothrow);
  ::operator delete[](f);
  void *g = pool_get(7);
  pool_put(g);
  void *h = std::aligned_alloc(8, 8);
  std::free(h);
}
// CHECK-LABEL: function _Z8familiesv(
// CHECK: a = alloc malloc(1) may-fail @12:13
// CHECK-NEXT: free malloc(a) @13:3
// CHECK: [[B:%[0-9]+]] = alloc new(4) type int unit [[#U:]] @14:12
// CHECK: *[[B]] = 2 @
// CHECK-NEXT: b = [[B]] @
// CHECK: free new({{%[0-9]+}}) unit {{[0-9]+}} @15:3
// CHECK: c = alloc "new[]"(12) type int unit {{[0-9]+}} @16:12
// CHECK: free "new[]"({{%[0-9]+}}) unit {{[0-9]+}} @17:3
// CHECK: d = alloc new(64) type struct Big unit {{[0-9]+}} @18:12
// CHECK: free new({{%[0-9]+}}) unit {{[0-9]+}} @19:3
// CHECK: e = alloc new(5){{.*}} @20:13
// CHECK-NEXT: then {{.*}} unwind
// CHECK: free new(e){{.*}} @21:3
// CHECK: f = alloc "new[]"(6) may-fail{{.*}} @22:13
// CHECK-NEXT: free "new[]"(f){{.*}} @23:3
// CHECK: g = call _Z8pool_getm({{.*}}) throws @24:13
// CHECK: call _Z8pool_putPv(g) throws @25:3
// CHECK: h = {{.*}}alloc{{.*}} @26:13
// CHECK-NEXT: free malloc(h) @27:3
