// Signatures that depend on the caller, in words; fields with their constraints, also those that do not own; JSON.
// RUN: %custody sigs --engine=ownership %s | FileCheck %s
// RUN: %custody sigs --engine=ownership --format=json %s | FileCheck %s --check-prefix=JSON
// RUN: %custody sigs --engine=ownership --format=json %s | %python -c "import json, sys; [json.loads(line) for line in sys.stdin]"
// RUN: not %custody sigs --engine=ownership --format=dot %s 2>&1 | FileCheck %s --check-prefix=DOT
// RUN: not %custody sigs --engine=path --format=json %s 2>&1 | FileCheck %s --check-prefix=PATH
// RUN: not %custody sigs --engine=path,summary %s 2>&1 | FileCheck %s --check-prefix=ONE
// DOT: sigs has no --format=dot for the ownership engine
// PATH: sigs has no --format=json for the path engine
// ONE: sigs shows one engine at a time
#include <stdlib.h>

// CHECK: Holder::own: own = 1
// CHECK-NEXT: owns, because 'Holder::~Holder' deletes it
// CHECK-NEXT: Holder::ref: ref = 0
// CHECK-NEXT: does not own: nothing that owns is stored there
// CHECK-NEXT: Holder::some: any
// CHECK-NEXT: may own: somebody may take ownership out of it
struct Holder {
  int *own;
  int *ref;
  int *some;
  Holder(int *p, int *q) {
    own = p;
    ref = q;
    some = 0;
  }
  ~Holder() { delete own; }
};

// JSON: {"constraints":"own = 1","field":"Holder::own","words":["owns, because 'Holder::~Holder' deletes it"]}
// JSON: {"constraints":"a = return","function":"id","onTheSameObject":"a = return","words":["the result owns if 'a' does, and only then"]}

int *put(Holder *h, int *p) {
  h->some = p;
  return p;
}

int *take(Holder *h) {
  return h->some;
}

// CHECK: id: a = return
// CHECK-NEXT: the result owns if 'a' does, and only then
int *id(int *a) {
  return a;
}

struct c {
  int *f;
  // CHECK: c::n: this = 0, f = 0, t = 1, s = f' + return
  // CHECK-NEXT: borrows 'this'
  // CHECK-NEXT: 'f' must not own at entry
  // CHECK-NEXT: takes ownership of 't'
  // CHECK-NEXT: if 's' owns, one of 'f' at exit and the result does; else none does
  int *n(int *s, int *t) {
    delete t;
    f = s;
    return s;
  }
};

int use(c *o, int *s) {
  int *p = o->n(s, new int);
  return *p + *id(s);
}
