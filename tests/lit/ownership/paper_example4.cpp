// Example 4: get_e returns what its class still owns, and whoever deletes it deletes it twice, whatever way the
// container came.
// RUN: not %custody check --engine=ownership %s | FileCheck %s

struct Elem {
  int n;
};

class Container {
  Elem *e;

public:
  Container(Elem *elem) { e = elem; }
  void set_e(Elem *elem) { e = elem; }
  Elem *get_e() { return e; }
  ~Container() { delete e; }
};

void drop(Elem *elem) { delete elem; }

void parameter(Container *c) {
  // CHECK: [[#@LINE+1]]:3: warning: memory allocated by 'Container::get_e' is freed here a second time
  delete c->get_e();
}
// CHECK: note: 'Container::get_e' returns it, but keeps its ownership
// CHECK: 'Container::get_e' returns a pointer it still owns (field 'e', owned because 'Container::~Container' deletes it)

void variable(Container *c) {
  Elem *elem = c->get_e();
  elem->n = 1;
  // CHECK: [[#@LINE+1]]:3: warning: memory allocated by 'Container::get_e' is freed here a second time
  delete elem;
}

void reference(Container &c) {
  // CHECK: [[#@LINE+1]]:3: warning: memory allocated by 'Container::get_e' is freed here a second time
  delete c.get_e();
}

void helped(Container &c) {
  // CHECK: [[#@LINE+1]]:3: warning: memory allocated by 'Container::get_e' is freed here a second time
  drop(c.get_e());
}

void on_the_stack() {
  Container c(new Elem);
  delete c.get_e();
  // CHECK: [[#@LINE+1]]:1: warning: memory allocated by 'new' is freed here a second time
}

// CHECK-NOT: warning

void read(Container *c) { c->get_e()->n = 2; }

void replaced(Container *c) {
  Elem *old = c->get_e();
  c->set_e(new Elem);
  delete old;
}
