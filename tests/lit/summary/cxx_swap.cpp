// Copy and swap: what the temporary holds after std::swap is what it frees.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -std=gnu++17 | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache -- -std=gnu++17 | FileCheck %s --implicit-check-not='warning: '
#include <utility>

class Text {
public:
  explicit Text(unsigned size) : data(new char[size]) {}
  Text(const Text &other) : data(new char[1]) { data[0] = other.data[0]; }
  ~Text() { delete[] data; }
  Text &operator=(const Text &other) {
    Text(other).swap(*this);
    return *this;
  }
  void swap(Text &other) { std::swap(data, other.data); }
  char first() const { return data[0]; }

private:
  char *data;
};

struct Place {
  int *at;
};

int swapped_ok(int n) {
  Place full = {new int(n)}, empty = {nullptr};
  std::swap(full, empty);
  n = *empty.at;
  delete empty.at;
  return n;
}

int swapped_bad(int n) {
  Place full = {new int(n)}, empty = {nullptr};
  std::swap(full.at, empty.at);
  delete full.at;
  return n; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

char assigned_ok(const Text &text) {
  Text mine(3);
  mine = text;
  return mine.first();
}
