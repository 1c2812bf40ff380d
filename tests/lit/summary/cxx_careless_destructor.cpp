// A destructor that forgets a member: the object's end loses it.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
class Careless {
public:
  Careless() : data(new int[10]) {}
  ~Careless() {}
  Careless(const Careless &) = delete;
  int *data;
};

void heap_bad() {
  Careless *careless = new Careless;
  delete careless; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int local_bad(int n) {
  Careless careless;
  n += careless.data[0];
  return n; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
