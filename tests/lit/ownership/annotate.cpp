// Declarations of members, overloads, and of what cannot be told apart or said.
// RUN: %custody sigs --engine=ownership --annotate %s -o %t.own
// RUN: FileCheck %s --input-file=%t.own
// RUN: %custody specs check %t.own | FileCheck %s --check-prefix=ACCEPTED
// ACCEPTED: 0 errors, 0 warnings
// RUN: %custody check --engine=ownership %s
// RUN: %custody check --engine=ownership --spec %t.own %s
// RUN: %custody check --spec %t.own %s

struct Elem {
  int n;
};

// CHECK: container Container { own Elem *e; };
class Container {
  Elem *e;

public:
  // CHECK-DAG: Container::Container(Elem *elem) takes elem in this->e;
  Container(Elem *elem) { e = elem; }
  // CHECK-DAG: Container::Container(Container const &other) allocates this->e;
  Container(const Container &other) { e = new Elem(*other.e); }
  // CHECK-DAG: Container::~Container()
  ~Container() { delete e; }
  // CHECK-DAG: void Container::set(Elem *elem) takes this->e takes elem in this->e;
  void set(Elem *elem) {
    delete e;
    e = elem;
  }
  // Numbers may tell who owns, and declarations do not know them.
  // CHECK-NOT: Container::set(int n)
  void set(int n) { e->n = n; }
  // CHECK-NOT: Container::get
  int get() const { return e->n; }
  // CHECK-DAG: static own Elem *Container::make(int n);
  static Elem *make(int n) {
    Elem *made = new Elem;
    made->n = n;
    return made;
  }
};

// CHECK-DAG: Elem *same(Elem *e) returns e;
Elem *same(Elem *e) {
  return e;
}

// In the global namespace a name is a function.
// CHECK-NOT: overloaded
int overloaded(Elem *e) {
  delete e;
  return 0;
}
int overloaded(int n) {
  return n;
}

static Elem *cache;

// CHECK-NOT: flush
void flush() {
  delete cache;
  cache = nullptr;
}
// CHECK-NOT: flush

void use() {
  Container c(Container::make(1));
  c.set(new Elem);
  c.set(2);
  Container d(c);
  Elem *e = same(new Elem);
  e->n = c.get() + d.get();
  overloaded(e);
  flush();
  cache = new Elem;
}

// A pointer that is replaced is freed and made again; who is given a pointer and keeps it has made nothing.
struct Text {
  char *s;
  // CHECK-DAG: Text::Text() allocates this->s;
  Text() { s = new char[1]; }
  ~Text() { delete[] s; }
  // CHECK-DAG: void Text::grow(int n) frees this->s allocates this->s;
  void grow(int n) {
    delete[] s;
    s = new char[n];
  }
  // What the condition says is not known.
  // CHECK-NOT: Text::grow_to
  void grow_to(int n) {
    if (n > 9)
      grow(n);
  }
};

void texts() {
  Text t;
  t.grow(3);
  t.grow_to(4);
}
