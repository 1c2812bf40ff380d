// Example 5, figure 1: the signatures of n and m, the constraints that the engine generates from m, figure 1(b), with the graph that
// is left of them, figure 3(b); and that nothing is lost. (Figures 2 and 3(a), graphs that the engine passes through, are printed
// from these constraints in src/logic/ownership_graph_test.cpp.)
// RUN: %custody sigs --engine=ownership %s | FileCheck %s
// RUN: %custody sigs --engine=ownership --set ownership.constraints=on %s --function=c::m | FileCheck %s --check-prefix=OWN
// RUN: %custody check --engine=ownership %s

class c {
  int *f;

public:
  // CHECK: c::n: this = 0, f = 0, t = 1, s = f' + return
  int *n(int *s, int *t) {
    delete t;
    f = s;
    int *r = s;
    return r;
  }
  // CHECK: c::m: this = 0, f = 0, f' = 0
  //
  // A version of u after statement 1 is u.1, where the paper has u1; what n's formals get is %1, %2, %3 (this, s, t of call 1) and
  // %4, %5, %6; the field and the result of n are versions of f and w or z at once. `delete` has a temporary, $8. The line is
  // that of the statement.
  // OWN: c::m: constraints
  // OWN: u.1 = 1 (allocated)
  // OWN: v.1 = 1 (allocated)
  // OWN: u.1 = u.2 + %2 (passed)
  // OWN-NEXT: v.1 = v.2 + %3 (passed)
  // OWN: f.1 = 0 (callee)
  // OWN-NEXT: %3 = 1 (callee)
  // OWN-NEXT: %2 = f.2 + w.1 (callee)
  // OWN-NEXT: w.1 = w.2 + $8.1 (copied)
  // OWN: $8.1 = 1 (freed)
  // OWN: x.1 = 1 (allocated)
  // OWN-NEXT: x.1 = x.2 + y.1 (copied)
  // OWN: x.2 = x.3 + %5 (passed)
  // OWN-NEXT: y.1 = y.2 + %6 (passed)
  // OWN: f.3 = 0 (callee)
  // OWN-NEXT: %6 = 1 (callee)
  // OWN-NEXT: %5 = f.4 + z.1 (callee)
  // OWN: z.1 = 0 (ends)
  // OWN-NEXT: y.2 = 0 (ends)
  // OWN-NEXT: x.3 = 0 (ends)
  // OWN-NEXT: w.3 = 0 (ends)
  // OWN-NEXT: v.3 = 0 (ends)
  // OWN-NEXT: u.3 = 0 (ends)
  // OWN: f.5 = f.4 (at return)
  // OWN: f.3 = f.2 (joined)
  // OWN: w.3 = w.2 (joined)
  // OWN-NOT: does not fit
  // OWN: graph
  // OWN: (u.1 %2) = 1
  // OWN: (v.1) = 1
  // OWN: (w.1) = 1
  // OWN: (%3) = 1
  // OWN: (f.1) = 0
  // OWN: (f.2 f.3) = 0
  // OWN: (x.1) = 1
  // OWN: (x.2 %5) = 0
  // OWN: (y.1) = 1
  // OWN: (%6) = 1
  // OWN: (f.4 f.5) = 0
  void m() {
    int *u = new int;
    int *v = new int;
    int *w = n(u, v);
    delete w;

    int *x = new int;
    int *y = x;
    int *z = n(x, y);
  }
};

void use(c *o) {
  o->m();
}
