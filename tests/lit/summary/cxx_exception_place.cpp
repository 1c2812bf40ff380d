// What is lost because a callee throws is lost at that call: no later line of the function runs.
// It is reported at the closing brace.
// XFAIL: *
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
static void throws(int n) {
  if (n)
    throw n;
}

void thrown_bad(int n) {
  int *p = new int;
  throws(n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
}
