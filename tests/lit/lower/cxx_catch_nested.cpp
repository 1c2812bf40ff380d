// A try block in a try block: what the inner clause does not catch goes to the outer one, and every object that exists is
// destroyed on the way.
// RUN: %custody dump %s | FileCheck %s
struct S {
  char *p;
  S(int) noexcept;
  ~S();
};
void may(int);
int nested(int n) {
  S outer(1);
  try {
    S a(2);
    try {
      S b(3);
      may(n);
    } catch (int e) {
      S c(4);
      may(e);
    }
    may(5);
  } catch (...) {
    return 7;
  }
  return 8;
}
// CHECK-LABEL: function _Z6nestedi(
// CHECK: call _Z3mayi(n) throws @16:7
// CHECK-NEXT: then {{.*}} unwind [[INNER:bb[0-9]+]] @16:7
// CHECK: call _ZN1SD1Ev(&b) destroy @17:5
// CHECK: end b @17:5
// CHECK: [[INNER]]:
// CHECK-NEXT: catch(&::_ZTIi, null)
// CHECK: call _ZN1SD1Ev(&b) destroy on-throw @17:5
// CHECK: begin c @18:9
// CHECK: call _Z3mayi(e) throws @19:7
// CHECK-NEXT: then {{.*}} unwind [[C:bb[0-9]+]] @19:7
// CHECK: call _ZN1SD1Ev(&c) destroy @20:5
// CHECK: call _Z3mayi(5) throws @21:5
// CHECK-NEXT: then {{.*}} unwind [[FIVE:bb[0-9]+]] @21:5
// CHECK: call _ZN1SD1Ev(&a) destroy @22:3
// CHECK: end a @22:3
// CHECK: ret = 8 @25:3
// CHECK: call _ZN1SD1Ev(&outer) destroy @25:3
// CHECK: return @25:3
// CHECK-DAG: [[FIVE]]:
// CHECK-DAG: [[C]]:
// CHECK-DAG: call _ZN1SD1Ev(&c) destroy on-throw @20:5
// CHECK: call _ZN1SD1Ev(&a) destroy on-throw @22:3
// CHECK: ret = 7 @23:5
// CHECK: call __cxa_end_catch() throws @24:3
// CHECK: call _ZN1SD1Ev(&outer) destroy @23:5
// CHECK: end outer @
// CHECK-NEXT: end n @
// CHECK-NEXT: return @
