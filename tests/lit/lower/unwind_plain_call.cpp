// A call that may throw has an unwind exit even where Clang emits a plain call: there the variables end. One that cannot
// throw has none.
// RUN: %custody dump %s | FileCheck %s
void may(char *);
void cannot(char *) noexcept;
extern "C" void c_function(char *);
void plain(char *p) {
  char *q = p;
  may(q);
  cannot(q);
  c_function(q);
}
void quiet(char *p) noexcept {
  cannot(p);
  may(p);
}
void certain(char *p) {
  if (p)
    throw 1;
  throw 2;
}
// CHECK-LABEL: function _Z5plainPc(
// CHECK: begin q @
// CHECK-NEXT: q = p @
// CHECK-NEXT: call _Z3mayPc(q) throws @9:3
// CHECK-NEXT: then [[ON:bb[0-9]+]] unwind [[OUT:bb[0-9]+]] @9:3
// CHECK-NEXT: [[ON]]:
// CHECK-NEXT: call _Z6cannotPc(q) @10:3
// CHECK-NEXT: call c_function(q) throws @11:3
// CHECK-NEXT: then [[END:bb[0-9]+]] unwind [[OUT]] @11:3
// CHECK-NEXT: [[END]]:
// CHECK-NEXT: end q @12:1
// CHECK-NEXT: end p @12:1
// CHECK-NEXT: return @12:1
// CHECK-NEXT: [[OUT]]: fan-in 2
// CHECK-NEXT: end q @
// CHECK-NEXT: end p @
// CHECK-NEXT: resume @

// What leaves a noexcept function ends the program.
// CHECK-LABEL: function _Z5quietPc(
// CHECK: call _Z6cannotPc(p) @14:3
// CHECK-NEXT: call _Z3mayPc(p) throws @15:3
// CHECK-NEXT: then {{.*}} unwind [[PAD:bb[0-9]+]] @
// CHECK: [[PAD]]:
// CHECK: call __clang_call_terminate({{.*}}) noreturn on-throw @
// CHECK-NEXT: unreachable @

// What certainly throws leaves the function there.
// CHECK-LABEL: function _Z7certainPc(
// CHECK: throw {{.*}} type int info &::_ZTIi @19:5
// CHECK-NEXT: unwind [[FIRST:bb[0-9]+]] @19:5
// CHECK-NEXT: [[FIRST]]:
// CHECK: end p @19:5
// CHECK-NEXT: resume @19:5
// CHECK: throw {{.*}} type int info &::_ZTIi @20:3
// CHECK: end p @20:3
// CHECK-NEXT: resume @20:3
