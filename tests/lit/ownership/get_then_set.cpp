// The idiom that the paper's system flags: take out what a field owns, then put something else in its place.
// RUN: %custody check --engine=ownership %s
// RUN: %custody check --engine=ownership --set ownership.receiver-fields=on %s > %t || true
// RUN: FileCheck %s --input-file=%t

class Slot {
  int *value;

public:
  Slot() : value(new int) {}
  ~Slot() { delete value; }
  int *get() { return value; }
  // CHECK: in 'Slot::set':
  // CHECK: lost here: 'value' is overwritten, and what it pointed to is not freed
  void set(int *other) { value = other; }
};

void swap(Slot &a, Slot &b) {
  int *tmp = a.get();
  a.set(b.get());
  b.set(tmp);
}
