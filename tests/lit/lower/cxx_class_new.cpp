// Classes with operators new and delete of their own: calls, and each expression a unit of its own.
// RUN: %custody dump %s | FileCheck %s
typedef __SIZE_TYPE__ size_t;
struct Ops {
  char *p;
  ~Ops();
  void *operator new(size_t);
  void operator delete(void *);
  void *operator new[](size_t);
  void operator delete[](void *);
};
void both() { delete new Ops; }
Ops *make(int n) { return new Ops[n]; }
void drop(Ops *o) { delete[] o; }
// CHECK-LABEL: function _Z4bothv(
// CHECK: [[T:%[0-9]+]] = call _ZN3OpsnwEm(8{{l?}}) throws unit 1 @12:22
// CHECK: call _ZN3OpsD1Ev([[T]]) destroy unit 2 @12:15
// CHECK-NEXT: call _ZN3OpsdlEPv([[T]]) unit 2 @12:15
// CHECK-LABEL: function _Z4makei(
// CHECK: [[T:%[0-9]+]] = call _ZN3OpsnaEm({{.*}}) throws unit 1 @13:27
// CHECK-NOT: as long) =
// CHECK: ret = [[T]] @13:20
// CHECK-LABEL: function _Z4dropP3Ops(
// CHECK: call _ZN3OpsD1Ev([[T:%[0-9]+]]) destroy each unit 1 @14:21
// CHECK-NOT: offset
// CHECK: call _ZN3OpsdaEPv([[T]]) unit 1 @14:21
