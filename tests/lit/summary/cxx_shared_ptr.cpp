// A counted pointer gives back what it holds.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <memory>

// CHECK: nothing found
int made_ok(int n) {
  std::shared_ptr<int> p = std::make_shared<int>(n);
  return *p;
}

int adopted_ok(int n) {
  std::shared_ptr<int> p(new int(n));
  std::shared_ptr<int> q = p;
  return *q;
}
