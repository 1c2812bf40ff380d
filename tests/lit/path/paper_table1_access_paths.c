// Table 1: what is reached from a parameter is named by the way it was reached first.
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
struct state {
  void *data;
};
void *g;

// p, *p, (*p).data and *(*p).data have the origin param0; g is a global; the result is what *(*p).data is.
// SIG: {{^}}f:
// SIG-NEXT: {{^}}  isMalloc: false
// SIG-NEXT: {{^}}  escapees: {arg1*.data*}
// SIG: {{^}}  ret = &arg1*.data* when [[SOME:g[0-9]+]], else 0
// SIG-NEXT: {{^}}  global = &arg1*.data* when [[SOME]], else 0
// SIG: where [[SOME]] is arg1*.data not being null
void *f(struct state *p) {
  void *q;
  g = p->data;
  q = g;
  return q;
}
