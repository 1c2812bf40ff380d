// A unit that does not parse: Clang's errors are shown with their place, and the exit status is 3.
// RUN: %python %driver/status.py 3 %custody dump %s 2>&1 | FileCheck %s
// CHECK: broken.c:[[# @LINE + 1]]:27: error: use of undeclared identifier 'missing'
int broken(void) { return missing; }
