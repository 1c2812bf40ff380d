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

// No destructor runs for an object whose constructor throws.
struct Pair {
  int *first, *second;
  // CHECK: in 'Pair::Pair':
  // CHECK: warning: memory allocated by 'new' is lost here
  // CHECK: lost here: the constructor throws, and no destructor runs for what it has begun
  explicit Pair(int n) : first(new int) {
    may_throw(n);
    second = new int;
  }
  ~Pair() {
    delete first;
    delete second;
  }
};

struct Careful {
  int *first;
  explicit Careful(int n) : first(new int) {
    try {
      may_throw(n);
    } catch (...) {
      delete first;
      throw;
    }
  }
  ~Careful() { delete first; }
};

void pairs() {
  Pair pair(1);
  Careful careful(2);
}
// CHECK: 2 leaks in 1 file
