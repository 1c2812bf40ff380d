// The last shared_ptr destroys the object.
// XFAIL: *
// The count is not followed through the library's code.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <memory>

void shared_ok() {
  auto p = std::make_shared<int>(3);
  auto q = p;
}
