// What attributes say of functions.
// RUN: %custody dump %s | FileCheck %s
typedef unsigned long size_t;
void put(void *);
__attribute__((malloc)) void *plain(size_t);
__attribute__((malloc(put, 1))) void *paired(size_t);
__attribute__((ownership_returns(pool))) void *from_pool(size_t);
__attribute__((ownership_returns(pool, 1))) void *sized(size_t);
__attribute__((ownership_takes(pool, 1))) void to_pool(void *);
__attribute__((ownership_holds(pool, 2))) void keep(int, void *);
__attribute__((returns_nonnull)) void *never_null(void);
__attribute__((noreturn)) void die(void);
__attribute__((nothrow)) void calm(void);
void user(void) {
  put(plain(1));
  put(paired(2));
  to_pool(from_pool(3));
  keep(1, sized(4));
  put(never_null());
  calm();
  die();
}
// CHECK-DAG: function plain() {{.*}}ownership(malloc none)
// CHECK-DAG: function paired() {{.*}}ownership({{.*}}dealloc put 1)
// CHECK-DAG: function from_pool() {{.*}}ownership(returns pool)
// CHECK-DAG: function sized() {{.*}}ownership(returns pool 1)
// CHECK-DAG: function to_pool() {{.*}}ownership(takes pool 1)
// CHECK-DAG: function keep() {{.*}}ownership(holds pool 2)
// CHECK-DAG: function never_null() {{.*}}returns-nonnull
// CHECK-DAG: function calm() {{.*}}nothrow
// CHECK-DAG: function die() {{.*}}noreturn
