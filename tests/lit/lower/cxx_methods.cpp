// Methods: their class, `this` first, kind, access, virtual; static ones have no `this`. Inline methods of a class of this
// file are there though nobody calls them; those without a body are not, and no template is instantiated for it.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump --functions %s | FileCheck %s --check-prefix=NAMES
class Owner {
  char *p;

public:
  Owner() : p(new char) {}
  Owner(const Owner &o) : p(new char(*o.p)) {}
  Owner(Owner &&o) : p(o.p) { o.p = nullptr; }
  Owner &operator=(const Owner &o) {
    *p = *o.p;
    return *this;
  }
  Owner &operator=(Owner &&o) {
    p = o.p;
    return *this;
  }
  ~Owner() { delete p; }
  void unused() { secret(); }
  void declared_only();
  static Owner *make() { return new Owner; }

private:
  void secret() {}
};
template <class T>
struct Template {
  T *t;
  void never() { t->no_such_method(); }
};
Template<int> instance;
// NAMES-NOT: declared_only
// NAMES-NOT: never
// NAMES: _ZN5Owner4makeEv
// NAMES: _ZN5Owner6secretEv
// NAMES: _ZN5Owner6unusedEv
// NAMES: _ZN5OwneraSEOS_
// NAMES: _ZN5OwneraSERKS_
// NAMES-NOT: declared_only
// NAMES-NOT: never
// CHECK: class Owner size 8 copy-constructor user copy-assignment user destructor user
// CHECK-NEXT: field p: char* at 0 private
// CHECK: method _ZN5Owner6secretEv private
// CHECK-LABEL: function _ZN5OwnerC1Ev(this: class Owner* {{.*}}) source Owner::Owner linkonce constructor of Owner
// CHECK: [[T:%[0-9]+]] = alloc new(1) type char unit {{[0-9]+}} @9:15
// CHECK: this->p = [[T]] @
// CHECK-LABEL: function _ZN5OwnerC1ERKS_(this: class Owner* {{.*}}, o: class Owner const& {{.*}}) {{.*}}copy-constructor of Owner
// CHECK: *[[T:%[0-9]+]] = *o->p @
// CHECK-LABEL: function _ZN5OwnerC1EOS_(this: class Owner* {{.*}}, o: class Owner{{&+}} {{.*}}) {{.*}}move-constructor of Owner
// CHECK: this->p = o->p @
// CHECK-NEXT: o->p = null @
// CHECK-LABEL: function _ZN5OwneraSERKS_({{.*}}copy-assignment of Owner
// CHECK: *this->p = *o->p @
// CHECK-NEXT: ret = this @
// CHECK-LABEL: function _ZN5OwneraSEOS_({{.*}}move-assignment of Owner
// CHECK-LABEL: function _ZN5OwnerD1Ev({{.*}}destructor of Owner
// CHECK: free new({{%[0-9]+}}) unit
// CHECK-LABEL: function _ZN5Owner6unusedEv(this: class Owner* {{.*}}) source Owner::unused linkonce method of Owner
// CHECK: call _ZN5Owner6secretEv(this) @
// CHECK-LABEL: function _ZN5Owner4makeEv() -> ret: class Owner* source Owner::make linkonce static-method of Owner
// CHECK: alloc new(8) type class Owner unit
// CHECK-LABEL: function _ZN5Owner6secretEv({{.*}}method of Owner private
