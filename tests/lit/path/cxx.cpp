// C++: constructors, destructors, virtual calls, exceptions.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
struct Buffer {
  char *data;
  explicit Buffer(int n) : data(n > 10 ? new char[n] : nullptr) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete[] data; }
};

void scope_ok(int n) {
  Buffer b(n);
}

void heap_ok(int n) {
  Buffer *b = new Buffer(n);
  delete b;
}

void heap_bad(int n) {
  Buffer *b = new Buffer(n);
  if (n > 3)
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete b;
}

static void throws(int n) {
  if (n)
    throw n;
}

void caught_ok(int n) {
  int *p = new int;
  try {
    throws(n);
  } catch (...) {
    delete p;
    throw;
  }
  delete p;
}

void unwound_ok(int n) {
  Buffer b(n);
  throws(n);
}

void thrown_bad(int n) {
  int *p = new int;
  throws(n); // CHECK: in 'thrown_bad'
  delete p;
}
// CHECK: {{.*}}[leak]

struct Shape {
  virtual ~Shape() {}
  virtual char *name() = 0;
};
struct Circle : Shape {
  char *name() override { return new char[7]; }
};
struct Square : Shape {
  static char fixed[7];
  char *name() override { return fixed; }
};
char Square::fixed[7];

void virtual_ok() {
  Square s;
  Shape &shape = s;
  shape.name();
}

void virtual_bad() {
  Circle c;
  Shape &shape = c;
  shape.name(); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void mismatched_bad() {
  int *p = new int[4];
  delete p; // CHECK: :[[@LINE]]:{{.*}}[mismatched-free]
}
