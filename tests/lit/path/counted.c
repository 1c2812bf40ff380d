// Counted references: who releases what somebody else retains, too, does not free it.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --spec %S/Inputs/counted.own | FileCheck %s --implicit-check-not='warning: '
struct o;
struct o *o_new(void);
struct o *o_ref(struct o *o);
void o_unref(struct o *o);

void ok(void) {
  struct o *v = o_new();
  o_ref(v);
  o_unref(v);
  o_unref(v);
}

void bad(void) {
  struct o *v = o_new();
  o_unref(v);
  // CHECK: counted.c:[[@LINE+1]]:3: warning: 'v' is freed here a second time
  o_unref(v);
}
// CHECK: {{^}}1 double free in 1 file
