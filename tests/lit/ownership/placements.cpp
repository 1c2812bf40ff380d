// Placement new and explicit destructors (section 3.5) wherever they are: on arrays, fields, elements, globals and
// parameters, in functions and methods. What is made and destroyed with its scope or with its object is not told.
// RUN: not %custody check --engine=ownership --set ownership.audit=on --format=json %s > %t
// RUN: FileCheck %s --input-file=%t --implicit-check-not=ownership-unmodelled
#include <new>

struct Elem {
  int *value;
  Elem();
  Elem(const Elem &);
  ~Elem();
};

Elem global;

void on_array() {
  alignas(Elem) char room[sizeof(Elem)];
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  Elem *e = new (room) Elem;
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  e->~Elem();
}

struct Pool {
  char room[64];
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  Elem *make() { return new (room) Elem; }
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  void drop(Elem *e) { e->~Elem(); }
};

// CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
Elem *in_field(Pool *pool) { return new (pool->room) Elem; }

void element(Elem *all, int i) {
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  all[i].~Elem();
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  new (&all[i]) Elem;
}

void renew_global() {
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  global.~Elem();
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  new (&global) Elem;
}

alignas(Elem) char many[100 * sizeof(Elem)];

Elem *array(int n) {
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  new (many) Elem[3];
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  return new (many) Elem[n];
}

void own_variable() {
  Elem e;
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  e.~Elem();
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  new (&e) Elem;
}

int destroyed_twice(bool c) {
  Elem other, e;
  if (c)
    return 1;
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  e.~Elem();
  return 0;
}

union Maybe {
  Elem e;
  Maybe() {}
  ~Maybe() {}
};

void in_union() {
  Maybe maybe;
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  new (&maybe.e) Elem;
  // CHECK-DAG: "ownership-unmodelled"{{.*}}"line":[[#@LINE+1]],
  maybe.e.~Elem();
}

struct Base {
  Elem part;
  Base();
  virtual ~Base();
};
Base::Base() {}
Base::~Base() {}

struct Derived : Base {
  Elem one, several[2];
  Derived();
  Derived(int);
  ~Derived();
};
Derived::Derived() {}
Derived::Derived(int) : Derived() {}
Derived::~Derived() {}

struct Pair {
  Elem first, second;
};
Pair pair() { return Pair{Elem(), Elem()}; }

int ways(int n) {
  for (int i = 0; i < n; ++i) {
    Elem e;
    if (i == 3)
      continue;
    if (i == 4)
      break;
    Elem f(n ? Elem() : e);
    if (i == 5)
      return *f.value;
  }
  return 0;
}

void scopes(int n) {
  Elem one, several[3];
  static Elem once;
  Elem *array = new Elem[n];
  delete[] array;
  Base *base = new Derived;
  delete base;
  auto captures = [one] { return one.value; };
  captures();
  throw Elem();
}
