// Pointers to members: of a function they are two words, of a field an offset. A parameter is one variable; the call is
// indirect.
// RUN: %custody dump %s | FileCheck %s
struct C {
  char *p;
  char *q;
  void f(char *);
  virtual void g(char *);
};
void call(C *c, void (C::*method)(char *), char *C::*field) { (c->*method)(c->*field); }
void caller(C *c) {
  call(c, &C::f, &C::q);
  call(c, &C::g, &C::p);
}
// CHECK-LABEL: function _Z4callP1CMS_FvPcEMS_S1_(c: struct C* {{.*}}, method: void(char*) ::*C {{.*}}, field: char* ::*C
// CHECK-NOT: local
// CHECK: offset<long>(method, 8)
// CHECK: [[F:%[0-9]+]] = offset<long>(method, 0) @
// CHECK-NEXT: if ([[F]] & 1) != 0 goto
// CHECK: call (*[[T:%[0-9]+]])({{.*}}, {{.*\(\*c as char\)\[field\].*}}) throws @10:63
// CHECK: end field @
// CHECK-NEXT: end method @
// CHECK-NEXT: end c @
// CHECK-LABEL: function _Z6callerP1C(
// CHECK: offset<long>([[A:[^ ]+]], 0) = (long)::_ZN1C1fEPc @12:3
// CHECK-NEXT: offset<long>([[A]], 8) = 0 @12:3
// CHECK-NEXT: call _Z4callP1CMS_FvPcEMS_S1_(c, {{.*}}, 16{{l?}}) throws @12:3
// CHECK: offset<long>([[B:[^ ]+]], 0) = 1 @13:3
// CHECK: call _Z4callP1CMS_FvPcEMS_S1_(c, {{.*}}, 8{{l?}}) throws @13:3
