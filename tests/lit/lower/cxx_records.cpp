// What classes are: access, copy operations (user, implicit, defaulted, deleted), destructors, bases with their offsets,
// template arguments in names and apart, nested and anonymous ones, reference and static members.
// RUN: %custody dump %s | FileCheck %s
struct Base {
  virtual ~Base();
};
class Access : public Base {
  char *hidden;

protected:
  char *inherited;

public:
  char *open;
  static char *shared;
  void method();
};
struct User {
  char *p;
  User(const User &);
  User &operator=(const User &);
  ~User();
};
struct Deleted {
  char *p;
  Deleted(const Deleted &) = delete;
  Deleted &operator=(const Deleted &) = delete;
};
struct Moved {
  char *p;
  Moved(Moved &&);
  Moved &operator=(Moved &&);
};
struct Implicit {
  User user;
  int n;
};
template <class T, int N>
struct Box {
  T items[N];
  Box<T, N> *next;
};
namespace space {
struct Outer {
  struct Inner {
    char *p;
  } inner;
  char &reference;
};
} // namespace space
void all(Access *a, User *u, Deleted *d, Moved *m, Implicit *i, Box<char *, 3> *b, Box<User, 1> *c, space::Outer *o) {
  a->open = o->inner.p;
  u->p = d->p;
  m->p = i->user.p;
  b->next = nullptr;
  b->items[1] = c->items[0].p;
  Access::shared = &o->reference;
}
// CHECK: class Access size 32 polymorphic copy-constructor implicit copy-assignment implicit destructor implicit @7:7 {
// CHECK-NEXT: base Base at 0
// CHECK-NEXT: field hidden: char* at 8 private
// CHECK-NEXT: field inherited: char* at 16 protected
// CHECK-NEXT: field open: char* at 24{{$}}
// CHECK-NOT: field
// CHECK: struct User size 8 copy-constructor user copy-assignment user destructor user
// CHECK-NEXT: field p: char* at 0
// CHECK-NEXT: method _ZN4UserC1ERKS_
// CHECK-NEXT: method _ZN4UseraSERKS_
// CHECK-NEXT: method _ZN4UserD1Ev
// CHECK: struct Deleted size 8 copy-constructor deleted copy-assignment deleted destructor implicit
// CHECK: struct Moved size 8 copy-constructor deleted copy-assignment deleted destructor implicit
// CHECK: struct Implicit size 16 copy-constructor implicit copy-assignment implicit destructor implicit
// CHECK-NEXT: field user: struct User at 0
// CHECK-NEXT: field n: int at 8
// CHECK: struct "Box<char *, 3>" template Box size 32
// CHECK-NEXT: argument char* "char *"
// CHECK-NEXT: argument {{.*}} "3"
// CHECK-NEXT: field items: char*[3] at 0
// CHECK-NEXT: field next: struct "Box<char *, 3>"* at 24
// CHECK: struct "Box<User, 1>" template Box size 16
// CHECK-NEXT: argument struct User "User"
// CHECK: struct space::Outer size 16
// CHECK-NEXT: field inner: struct space::Outer::Inner at 0
// CHECK-NEXT: field reference: char& at 8
// CHECK: global _ZN6Access6sharedE: char* source Access::shared undefined
// CHECK-LABEL: function _Z3all
// CHECK: a->open = o->inner.p @
// CHECK-NEXT: u->p = d->p @
// CHECK-NEXT: m->p = i->user.p @
// CHECK-NEXT: b->next = null @
// CHECK-NEXT: b->items[1] = c->items[0].p @
// CHECK-NEXT: ::_ZN6Access6sharedE = o->reference @
