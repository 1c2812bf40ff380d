// An array of objects on the stack: every element is constructed and destroyed.
// RUN: %custody dump %s | FileCheck %s
struct R {
  char *p;
  R() noexcept;
  ~R();
};
void array(int n) {
  R a[3];
  if (n)
    return;
  a[1].p = nullptr;
}
// CHECK-LABEL: function _Z5arrayi(
// CHECK: local a: struct R[3] @9:5
// CHECK: begin a @9:5
// CHECK-NOT: if
// CHECK: call _ZN1RC1Ev(&a{{.*}}) construct each @9:5
// CHECK: if n != 0 goto
// CHECK-NEXT: {{bb[0-9]+}}:
// CHECK-NEXT: goto {{.*}} (return) @11:5
// CHECK-NOT: if
// CHECK: call _ZN1RD1Ev(&a{{.*}}) destroy each @11:5
// CHECK-NOT: if
// CHECK: end a @11:5
// CHECK-NEXT: end n @11:5
// CHECK-NEXT: return @11:5
// CHECK: a[1].p = null @12:10
// CHECK-NOT: if
// CHECK: call _ZN1RD1Ev(&a{{.*}}) destroy each @13:1
// CHECK: end a @13:1
