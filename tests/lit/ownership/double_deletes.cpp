// Freed twice on one path: by the same pointer, by a copy, by what a callee returned of it, by the object that got it.
// RUN: not %custody check --engine=ownership %s | FileCheck %s

struct Elem {
  int value;
};

class Holder {
public:
  Elem *elem;
  Holder(Elem *e) : elem(e) {}
  ~Holder() { delete elem; }
  Elem *get() { return elem; }
};

Elem *same(Elem *e) { return e; }

void again() {
  Elem *e = new Elem;
  delete e;
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  delete e;
}
// CHECK: note: allocated here by 'new'
// CHECK: note: freed here first
// CHECK: note: freed here again

void by_copy() {
  Elem *e = new Elem;
  Elem *f = e;
  delete e;
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  delete f;
}

void copy_first() {
  Elem *e = new Elem;
  Elem *f = e;
  delete f;
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  delete e;
}

void on_one_way(bool b) {
  Elem *e = new Elem;
  if (b)
    delete e;
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  delete e;
}

void by_result() {
  Elem *e = new Elem;
  delete same(e);
  // CHECK: [[#@LINE+1]]:3: warning: 'e' is freed here a second time
  delete e;
}

void field_of_holder() {
  Holder h(new Elem);
  delete h.elem;
  // CHECK: [[#@LINE+1]]:1: warning: memory allocated by 'new' is freed here a second time
}
// CHECK: note: 'Holder::~Holder' takes it here again

void got_from_holder() {
  Holder h(new Elem);
  delete h.get();
  // CHECK: [[#@LINE+1]]:1: warning: memory allocated by 'new' is freed here a second time
}

// CHECK-NOT: warning

void other_way(bool b) {
  Elem *e = new Elem;
  if (b)
    delete e;
  if (!b)
    delete e;
}

void null_between() {
  Elem *e = new Elem;
  delete e;
  e = nullptr;
  delete e;
}

void new_between() {
  Elem *e = new Elem;
  delete e;
  e = new Elem;
  delete e;
}

void holder_alone() {
  Holder h(new Elem);
  h.get()->value = 1;
}

void replaced() {
  Holder h(new Elem);
  delete h.elem;
  h.elem = nullptr;
}
