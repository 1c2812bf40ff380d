// What is lost because a callee throws is lost at that call: no later line of the function runs.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
static void throws(int n) {
  if (n)
    throw n;
}

struct Lock {
  Lock() noexcept;
  ~Lock();
};

void thrown_bad(int n) {
  int *p = new int;
  throws(n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
}

void cleaned_up_bad(int n) {
  Lock lock;
  int *p = new int;
  throws(n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
}

void caught_bad(int n) {
  try {
    int *p = new int;
    throws(n); // CHECK: :[[@LINE]]:{{.*}}[leak]
    delete p;
  } catch (...) {
  }
}

// From the handler: the second exception loses it, and so does the first that goes on.
void handler_bad(int n) {
  int *p = new int;
  try {
    throws(n);
  } catch (...) {
    throws(n + 1); // CHECK: :[[@LINE]]:{{.*}}[leak]
    throw;         // CHECK: :[[@LINE]]:{{.*}}also lost here
  }
  delete p;
}

void throw_bad(int n) {
  int *p = new int;
  if (n)
    throw n; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
}
