// A leak on a return is reported there, also if a destructor runs after it.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
struct Lock {
  Lock();
  ~Lock();
};

int inner_bad(int n) {
  Lock lock;
  int *p = new int(n);
  if (n > 3)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete p;
  return 0;
}

int last_bad(int n) {
  Lock lock;
  int *p = new int(n);
  return *p; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
