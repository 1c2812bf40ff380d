// A copy by the compiler's own operation of an object that owns; and classes that say how they are copied.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t
// RUN: %custody check --engine=ownership --set ownership.never-copied=on %s > %t.all || true
// RUN: FileCheck %s --input-file=%t.all --check-prefix=ALL
// ALL-DAG: a copy of 'Box' owns the same memory
// ALL-DAG: a copy of 'NeverCopied' owns the same memory
// ALL-NOT: 'Sealed'

struct Box {
  int *p;
  Box() { p = new int; }
  ~Box() { delete p; }
};

struct Careful {
  int *p;
  Careful() { p = new int; }
  Careful(const Careful &other) { p = new int(*other.p); }
  ~Careful() { delete p; }
};

struct NeverCopied {
  int *p;
  NeverCopied() { p = new int; }
  ~NeverCopied() { delete p; }
};

struct Sealed {
  int *p;
  Sealed() { p = new int; }
  Sealed(const Sealed &) = delete;
  Sealed &operator=(const Sealed &) = delete;
  ~Sealed() { delete p; }
};

// CHECK: in 'copied':
// CHECK: warning: a copy of 'Box' owns the same memory: both will free it [copy-hazard]
// CHECK: the field 'p' owns: 'Box::~Box' deletes it
void copied() {
  Box a;
  Box b = a;
  Careful c;
  Careful d = c;
  NeverCopied n;
  Sealed s;
}
// CHECK: 1 copy hazard in 1 file
