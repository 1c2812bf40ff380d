// Example 5, figure 1: the signatures of n and m, and that nothing is lost. (Figures 2 and 3, the graphs of m, are built from
// figure 1's constraints in src/logic/ownership_graph_test.cpp.)
// RUN: %custody sigs --engine=ownership %s | FileCheck %s
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
