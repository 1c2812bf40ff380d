// Calls of base-class methods go through the base subobject of `this`; fields of bases are reached through it.
// RUN: %custody dump %s | FileCheck %s
struct A {
  char *a;
  void set(char *p);
};
struct B {
  char *b;
  void put(char *p);
};
struct C : A, B {
  char *c;
  void all(char *p) noexcept;
};
void C::all(char *p) noexcept {
  set(p);
  put(p);
  b = a;
  c = b;
}
B *up(C *c) { return c; }
C *down(B *b) { return static_cast<C *>(b); }
char *other(C &c) { return c.B::b; }
// CHECK-LABEL: function _ZN1C3allEPc(
// CHECK: call _ZN1A3setEPc({{.*}}, p) throws @16:3
// CHECK: call _ZN1B3putEPc(&[[THIS:this|%[0-9]+]]->(B), p) throws @17:3
// CHECK: [[THIS]]->(B).b = [[THIS]]->(A).a @18:5
// CHECK-NEXT: [[THIS]]->c = [[THIS]]->(B).b @19:5
// CHECK-LABEL: function _Z2upP1C(
// CHECK: if [[C:c|%[0-9]+]] == null goto
// CHECK: = &[[C]]->(B) @21
// CHECK-LABEL: function _Z4downP1B(
// CHECK: = &offset<{{.*}}>(*{{b|%[0-9]+}}, -8) @22
// CHECK-LABEL: function _Z5otherR1C(
// CHECK: ret = c->(B).b @
