// What the destructor deletes is not lost with the object.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
class Owner {
public:
  Owner() : data(new int[10]) {}
  ~Owner() { delete[] data; }
  Owner(const Owner &) = delete;
  int *data;
};

class Careless {
public:
  Careless() : data(new int[10]) {}
  ~Careless() {}
  Careless(const Careless &) = delete;
  int *data;
};

class Base {
public:
  virtual ~Base() {}
};
class Derived : public Base {
public:
  Derived() : data(new int) {}
  ~Derived() override { delete data; }
  int *data;
};

int local_ok() {
  Owner owner;
  return owner.data[0];
}

void heap_ok() {
  Owner *owner = new Owner;
  delete owner;
}

void virtual_ok() {
  Base *base = new Derived;
  delete base;
}

struct Holder {
  Owner owner;
};
void member_ok() {
  Holder *holder = new Holder;
  delete holder;
}

void heap_bad() {
  Owner *owner = new Owner;
  owner->data[0] = 1;
} // CHECK: :[[@LINE]]:{{.*}}[leak]
