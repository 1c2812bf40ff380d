// A vector of pointers whose elements are deleted in a loop.
// What push_back takes is reported as lost at once.
// XFAIL: *
// RUN: %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <vector>

// CHECK: nothing found
int vector_ok(int n) {
  std::vector<int *> all;
  for (int i = 0; i < n; i++)
    all.push_back(new int(i));
  for (int *p : all)
    delete p;
  return n;
}
