// A lambda is a class whose fields are the captured variables; a captured reference is a field of reference type.
// RUN: %custody dump %s | FileCheck %s
void use(char *) noexcept;
int lambda(char *p, int n) {
  int k = 0;
  auto l = [p, &k](int x) noexcept {
    k = x;
    delete p;
  };
  l(n);
  return k;
}
struct S {
  char *field;
  void method() {
    auto l = [this] { use(field); };
    l();
  }
};
void to_pointer() {
  void (*f)(char *) = [](char *p) { delete p; };
  f(new char);
}
// CHECK: class "[[L:lambda@cxx_lambda.cpp:6:12]]" size 16 lambda
// CHECK-NEXT: field {{.*}}: char* at 0
// CHECK-NEXT: field {{.*}}: int& at 8
// CHECK-LABEL: function _Z6lambdaPci(
// CHECK: local l: class "[[L]]" @6:8
// CHECK: begin l @6:8
// CHECK-NEXT: l.{{p|#0}} = p @6:12
// CHECK-NEXT: l.{{k|#1}} = &k @6:12
// CHECK: call _ZZ6lambdaPciENK3$_0clEi(&l, n) @10:3
// CHECK: end l @
// CHECK-LABEL: function _ZZ6lambdaPciENK3$_0clEi(this: class "lambda@cxx_lambda.cpp:6:12" const* {{.*}}, x: int
// CHECK: *this->{{k|#1}} = x @7:7
// CHECK-NEXT: [[T:%[0-9]+]] = this->{{p|#0}} @8:12
// CHECK: free new([[T]]) unit {{[0-9]+}} @8:5
// CHECK-LABEL: function _ZN1S6methodEv(
// CHECK: l.{{this|#0}} = this @16:14
// CHECK-LABEL: function _ZZN1S6methodEvENKUlvE_clEv(
// CHECK: call _Z3usePc(this->{{this|#0}}->field) @16:23
// CHECK-LABEL: function _Z10to_pointerv(
// CHECK: f = call _ZZ10to_pointervENK3$_0cvPFvPcEEv(
// CHECK: call (*f)({{%[0-9]+}}) throws @22:3
// CHECK-LABEL: function _ZZ10to_pointervENK3$_0cvPFvPcEEv(
// CHECK: ret = ::_ZZ10to_pointervEN3$_08__invokeEPc @
// CHECK: function _ZZ10to_pointervEN3$_08__invokeEPc(p: char*
// CHECK: call _ZZ10to_pointervENK3$_0clEPc({{.*}}, p)
