// Rules of figures 7 to 9 that no other test is about.
// RUN: %custody sigs --engine=ownership %s | FileCheck %s --check-prefix=SIGS
// RUN: %custody check --engine=ownership %s
// RUN: not %custody check --engine=ownership --set ownership.unconfirmed=on --set ownership.receiver-fields=on %s -- -DWRONG > %t
// RUN: FileCheck %s --input-file=%t

// STMT-WHILE: what comes around the loop owns as what came into it.
// SIGS: last: return = 1
int *last(int n) {
  int *p = new int;
  while (n-- > 0) {
    delete p;
    p = new int;
  }
  return p;
}

#ifdef WRONG
// CHECK: in 'emptied':
// CHECK: warning: {{.*}} [leak]
void emptied(int n) {
  int *p = new int;
  while (n-- > 0)
    delete p;
}
#endif

struct Elem {
  int n;
};

struct Holder {
  Elem *e;
  // CONSTR-GOOD: nothing owns at entry, and at exit fields are what the class says.
  // SIGS: Holder::Holder: this = 0, e = 0, e' = 1, elem = 1
  Holder(Elem *elem) { e = elem; }
  // DESTR-GOOD: at entry fields are what the class says, at exit nothing owns.
  // SIGS: Holder::~Holder: this = 0, e = 1, e' = 0
  ~Holder() { delete e; }
};

#ifdef WRONG
struct Forgetful {
  Elem *e;
  Elem *f;
  Forgetful() {
    e = new Elem;
    f = 0;
  }
  // CHECK: in 'Forgetful::~Forgetful':
  // CHECK: [leak]
  ~Forgetful() { delete f; }
};
void forget() {
  Forgetful *f = new Forgetful;
  delete f;
}
#endif

// PROGRAM-GOOD: every function agrees with what all say of the fields; STMT-CONSTR, STMT-DESTR.
void good() {
  Holder *h = new Holder(new Elem);
  h->e->n = 1;
  delete h;
}
