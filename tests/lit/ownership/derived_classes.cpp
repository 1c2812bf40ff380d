// Classes that have bases: their constructors set fields through addresses that the compiler keeps, and their parts are
// copied with them.
// RUN: not %custody check --engine=ownership %s | FileCheck %s
struct Base {
  virtual ~Base() {}
};

// CHECK: in 'Forgetful::~Forgetful':
// CHECK: the field 'Forgetful::p' owns it from here on
struct Forgetful : Base {
  int *p;
  Forgetful() : p(new int) {}
  ~Forgetful() override {}
};

struct Careful : Base {
  int *p;
  Careful() : p(new int) {}
  ~Careful() override { delete p; }
};

// Somebody else may free it.
void keep(int **);
struct Shown : Base {
  int *p;
  Shown() : p(new int) { keep(&p); }
  ~Shown() override {}
};

struct Owner {
  int *p;
  Owner() : p(new int) {}
  ~Owner() { delete p; }
};
struct Derived : Owner {};
struct Holder {
  Owner part;
};
struct Copied : Owner {
  Copied() {}
  Copied(const Copied &) : Owner() {}
};

void use(Base *base) {
  delete base;
}

void ends() {
  use(new Forgetful);
  use(new Careful);
  use(new Shown);
}

void copies() {
  Derived a, b;
  // CHECK: [[#@LINE+2]]:5: warning: a copy of 'Derived' owns the same memory
  // CHECK: relying on this: the field 'Owner::p' owns: 'Owner::~Owner' deletes it
  b = a;
  Holder c;
  // CHECK: [[#@LINE+1]]:14: warning: a copy of 'Holder' owns the same memory
  Holder d = c;
  Copied e;
  Copied f = e;
}
// CHECK: 1 leak, 2 copy hazards in 1 file
