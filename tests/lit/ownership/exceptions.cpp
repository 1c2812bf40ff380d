// Paths on which an exception is thrown are looked at when that is asked for.
// RUN: %custody check --engine=ownership %s | FileCheck %s --check-prefix=OFF
// RUN: %custody check --engine=ownership --set ownership.exceptions=on %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
// OFF: nothing found
void may_throw(int);

// CHECK: in 'lost_by_throw':
// CHECK: warning: memory allocated by 'new[]' is lost here
int lost_by_throw(int n) {
  int *numbers = new int[9];
  numbers[0] = n;
  may_throw(n);
  delete[] numbers;
  return n;
}

int caught_ok(int n) {
  int *numbers = new int[9];
  try {
    may_throw(n);
  } catch (...) {
    delete[] numbers;
    throw;
  }
  delete[] numbers;
  return n;
}

int *allocation_fails_ok() { return new int[9]; }
// CHECK: 1 leak in 1 file
