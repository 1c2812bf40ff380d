// Data that copies share, with a count in it: whoever counts down without freeing leaves the data to those who are
// still counted. A number that goes down is such a count only if a free of the object depends on it somewhere.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
class Counted {
public:
  Counted() : references(1) {}
  void ref() { ++references; }
  bool deref() { return --references == 0; }
  int count() const { return references; }

private:
  int references;
};

struct Data : Counted {
  Data() : first(0) {}
  explicit Data(int f) : first(f) {}
  int first;
};

class Shared {
public:
  Shared() : data(new Data) {}
  Shared(const Shared &other) : data(other.data) { data->ref(); }
  Shared &operator=(const Shared &) = delete;
  ~Shared() {
    if (data->deref())
      delete data;
  }
  int *begin() {
    detach();
    return &data->first;
  }
  void set(int value) {
    detach();
    data->first = value;
  }

private:
  void detach() {
    if (data->count() > 1) {
      data->deref();
      data = new Data(data->first);
    }
  }
  Data *data;
};

int one_ok() {
  Shared shared;
  return *shared.begin();
}

int changed_ok() {
  Shared shared;
  shared.set(3);
  return *shared.begin();
}

int copied_ok(const Shared &given) {
  Shared copy(given);
  return *copy.begin();
}

// Not a count of references: what is freed hangs on the object.
struct Stack {
  int depth;
  int *items;
};

bool pop(Stack *stack) {
  if (--stack->depth == 0) {
    delete[] stack->items;
    stack->items = nullptr;
    return true;
  }
  return false;
}

void popped_bad() {
  Stack *stack = new Stack;
  stack->depth = 2;
  stack->items = nullptr;
  pop(stack);
  // CHECK: cxx_shared_data.cpp:[[#@LINE+1]]:1: warning: memory allocated by 'new' is lost here
}

// Never counted down.
void forgotten_bad() {
  Data *data = new Data(3);
  data->ref();
  // CHECK: cxx_shared_data.cpp:[[#@LINE+1]]:1: warning: memory allocated by 'new' is lost here
}
