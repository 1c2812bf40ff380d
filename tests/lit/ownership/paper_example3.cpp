// Examples 3 and 4: a class whose destructor deletes a field, and one that deletes what the class still owns.
// RUN: %custody sigs --engine=ownership %s | FileCheck %s --check-prefix=SIGS
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t

struct Elem {
  int n;
};

// SIGS: Container::e: e = 1
// SIGS-NEXT: owns, because 'Container::~Container' deletes it
class Container {
  Elem *e;

public:
  // SIGS: Container::Container: this = 0, e = 0, e' = 1, elem = 1
  // SIGS-NEXT: on the same object: this = 0, e = 0, e' = elem
  // SIGS: takes ownership of 'elem'
  Container(Elem *elem) { e = elem; }
  // SIGS: Container::set_e: this = 0, e = 1, e' = 1, elem = 1
  // SIGS: takes ownership of 'elem'
  void set_e(Elem *elem) {
    delete e;
    e = elem;
  }
  // SIGS: Container::get_e: this = 0, e = 1, e' = 1, return = 0
  // SIGS-NEXT: on the same object: this = 0, e = e' + return
  // SIGS: returns a pointer that others own
  Elem *get_e() { return (e); }
  // SIGS: Container::repl_e: this = 0, e = 1, e' = 1, elem = 1, return = 1
  // SIGS: takes ownership of 'elem'
  // SIGS-NEXT: returns memory that the caller owns
  Elem *repl_e(Elem *elem) {
    Elem *tmp = e;
    e = elem;
    return (tmp);
  }
  // SIGS: Container::~Container: this = 0, e = 1, e' = 0
  ~Container() { delete e; }
};

void correct() {
  Container c(new Elem);
  c.set_e(new Elem);
  delete c.repl_e(new Elem);
  c.get_e()->n = 1;
}

// CHECK: in 'wrong':
// CHECK: [[#@LINE+4]]:3: warning: memory allocated by 'Container::get_e' is freed here a second time [double-free]
// CHECK: 'Container::get_e' returns a pointer it still owns (field 'e', owned because 'Container::~Container' deletes it)
void wrong() {
  Container *c = new Container(new Elem);
  delete c->get_e();
  delete c;
}

// The element that `repl_e` hands out belongs to the caller.
// CHECK: in 'forgotten':
// CHECK: warning: memory allocated by 'new' is lost here
void forgotten() {
  Container c(new Elem);
  c.repl_e(new Elem);
}
// CHECK: 1 leak, 1 double free in 1 file
