// A reference to a number that a function returned: the temporary lives as long as the reference.
// It begins after the call that makes it. (std::unordered_map has this in its insertion.)
// RUN: %custody dump %s --no-cache | FileCheck %s
// CHECK: function _Z4keepv
// CHECK: call _Z5valuev() throws
// CHECK: begin "ref.tmp"
// CHECK: end "ref.tmp"
int value();
int keep() {
  const int &kept = value();
  return kept;
}
