// A reference to a number that a function returned: the temporary lives as long as the reference.
// Wrong: the temporary is used before it begins, and the whole unit is refused. std::unordered_map has this in its
// insertion, so no file that inserts into one can be analysed.
// RUN: %custody dump %s --no-cache | FileCheck %s
// XFAIL: *
// CHECK: function _Z4keepv
int value();
int keep() {
  const int &kept = value();
  return kept;
}
