// What new makes, delete frees; each with its own.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <cstdlib>

struct plain {
  int x;
};

void pairs_ok() {
  plain *one = new plain;
  delete one;
  plain *many = new plain[4];
  delete[] many;
  void *raw = std::malloc(4);
  std::free(raw);
  delete static_cast<plain *>(nullptr);
}

void array_bad(int n) {
  int *many = new int[n];
  delete many; // CHECK: :[[@LINE]]:{{.*}}[mismatched-free]
}

void one_bad() {
  int *one = new int;
  delete[] one; // CHECK: :[[@LINE]]:{{.*}}[mismatched-free]
}

void free_bad() {
  plain *one = new plain;
  std::free(one); // CHECK: :[[@LINE]]:{{.*}}[mismatched-free]
}

void delete_bad() {
  plain *one = static_cast<plain *>(std::malloc(sizeof(plain)));
  delete one; // CHECK: :[[@LINE]]:{{.*}}[mismatched-free]
}

void twice_bad() {
  plain *one = new plain;
  delete one;
  delete one; // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

static plain *make() { return new plain; }
static void drop(void *p) { std::free(p); }
void across_functions_bad() {
  drop(make()); // CHECK: :[[@LINE]]:{{.*}}[mismatched-free]
}
