// Construction and allocation, destruction and deallocation are one step each; what parts them is told in audit mode
// (section 3.5 of the paper), and so are fields of an object that do not own while another object is called.
// RUN: %custody check --engine=ownership %s | FileCheck %s --check-prefix=OFF
// RUN: %custody check --engine=ownership --set ownership.audit=on %s > %t || true
// RUN: FileCheck %s --input-file=%t
// OFF: nothing found
#include <new>

struct Part {
  int *numbers;
  Part() { numbers = new int[3]; }
  ~Part() { delete[] numbers; }
};

// CHECK: in 'place':
// CHECK: an object is made here in memory that is not allocated with it
Part *place(void *raw) { return new (raw) Part; }

// CHECK: in 'unmake':
// CHECK: an object is destroyed here, and its memory is not freed with it
void unmake(Part *part) { part->~Part(); }

struct Other {
  int count = 0;
  void note();
};
void Other::note() { ++count; }

// CHECK: in 'Owner::renew':
// CHECK: the field does not own while another object is called here
struct Owner {
  int *number;
  Owner() { number = new int(1); }
  ~Owner() { delete number; }
  void renew(Other *other);
};
void Owner::renew(Other *other) {
  delete number;
  other->note();
  number = new int(2);
}

void all(Other *other, void *raw) {
  Owner owner;
  owner.renew(other);
}
