// What is lost only because a callee throws is true and seldom: ranked below what is lost on a return.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody check --engine=summary %s --no-cache --format=json > %t || true
// RUN: %python %S/Inputs/ranks.py plain_bad thrown_bad < %t
static void throws(int n) {
  if (n)
    throw n;
}

void caught_ok(int n) {
  int *p = new int;
  try {
    throws(n);
  } catch (...) {
    delete p;
    throw;
  }
  delete p;
}

void nothrow_ok(int n) noexcept;
void before_ok(int n) {
  int *p = new int;
  nothrow_ok(n);
  delete p;
}

void plain_bad(int n) {
  int *p = new int;
  if (n)
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
}

void thrown_bad(int n) {
  int *p = new int;
  throws(n);
  delete p;
}
// CHECK: in 'thrown_bad':
// CHECK-NEXT: {{.*warning: .*}}[leak]
