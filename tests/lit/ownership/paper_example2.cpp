// Example 2: polymorphic on recursion. `id` is called with an owning pointer inside itself, and still only says that its
// argument and its result are alike.
// RUN: %custody sigs --engine=ownership %s --function=id | FileCheck %s
// RUN: %custody check --engine=ownership %s

bool pred();

int *id(int *a) {
  int *t = 0;
  if (pred()) {
    int *c = new int;
    t = id(c);
    delete t;
  };
  return (a);
}

void owning() {
  delete id(new int);
}

int borrowing(int n) {
  return *id(&n);
}

// CHECK: id: a = return
// CHECK-NEXT: the result owns if 'a' does, and only then
// CHECK-NOT: {{.}}
