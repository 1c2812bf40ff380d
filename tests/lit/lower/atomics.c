// Atomic operations are loads and stores, with a choice for compare-and-exchange: a pointer that is exchanged moves.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not='unknown "'
char *slot;
long counter;
_Atomic(char *) atomic;
char *operations(char *p) {
  char *old = __atomic_exchange_n(&slot, p, __ATOMIC_SEQ_CST);
  __atomic_store_n(&slot, old, __ATOMIC_RELEASE);
  old = __atomic_load_n(&slot, __ATOMIC_ACQUIRE);
  atomic = p;
  __sync_fetch_and_add(&counter, 2);
  char *expected = 0;
  if (__atomic_compare_exchange_n(&slot, &expected, p, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return 0;
  if (__sync_bool_compare_and_swap(&slot, old, p))
    return atomic;
  __sync_synchronize();
  return old;
}
// CHECK-LABEL: function operations(
// The exchange: the new one goes in, the old one comes out.
// CHECK: [[NEW:".*"]] = p @7:15
// CHECK-NEXT: [[T:%[0-9]+]] = {{.*}}::slot{{.*}} @7:15
// CHECK-NEXT: {{.*}}::slot{{.*}} = {{.*}}[[NEW]]{{.*}} @7:15
// CHECK: [[OLD:".*"]]{{.*}} = [[T]] @7:15
// CHECK: old = [[OLD]] @7:9
// CHECK: [[STORED:".*"]] = old @8:3
// CHECK-NEXT: {{.*}}::slot{{.*}} = {{.*}}[[STORED]]{{.*}} @8:3
// CHECK: [[L:%[0-9]+]] = {{.*}}::slot{{.*}} @9:9
// CHECK-NEXT: [[LOADED:".*"]]{{.*}} = [[L]] @9:9
// CHECK: old = [[LOADED]] @9:7
// CHECK: ::atomic = p @10:10
// CHECK: ::counter = {{.*}} + 2 @11:3
// CHECK: expected = null @12:9
// CHECK: {{.*}} = {{.*}} == {{.*}}expected{{.*}} @13:7
// CHECK-NEXT: {{.*}}::slot{{.*}} = {{.*}} ? {{.*}} : {{.*}} @13:7
// CHECK: {{.*}}expected{{.*}} = {{%[0-9]+}} @13:7
// CHECK: ret = null @14:5
// CHECK: {{.*}} == (long)old @15:7
// CHECK-NEXT: {{.*}}::slot{{.*}} = {{.*}} ? (long)p : {{.*}} @15:7
// CHECK: [[A:%[0-9]+]] = ::atomic @16:12
// CHECK-NEXT: ret = [[A]] @16:5
// CHECK: ret = old @18:3
