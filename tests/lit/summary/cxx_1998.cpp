// C++ of 1998: a destructor that does not say so does not throw either, and containers take what they copy by value.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -std=gnu++98 | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache -- -std=gnu++98 | FileCheck %s --implicit-check-not='warning: '
#include <deque>
#include <list>
#include <vector>

void elsewhere();

struct Counter {
  Counter() : count(1) {}
  virtual ~Counter() { elsewhere(); }
  int count;
};

class Text {
public:
  explicit Text(const char *) : counter(new Counter) {}
  ~Text() {
    if (--counter->count == 0)
      delete counter;
  }
  int find(const Text &other) const { return other.counter->count; }

private:
  Text(const Text &);
  Counter *counter;
};

bool temporary_ok(const Text &text) {
  return text.find(Text("x")) > 0;
}

bool two_ok(const char *name) {
  Text first(name), second(name);
  return first.find(second) > 0;
}

bool deleted_ok(const char *name) {
  Text text(name);
  Counter *counter = new Counter;
  if (counter->count > 1) {
    delete counter;
    return false;
  }
  delete counter;
  return text.find(text) > 0;
}

int thrown_bad(int n) {
  int *p = new int(n);
  elsewhere(); // CHECK: :[[@LINE]]:{{.*}}[leak]
  n = *p;
  delete p;
  return n;
}

unsigned resized_ok(unsigned n) {
  std::vector<char> letters;
  letters.resize(n, 'x');
  std::deque<int> numbers;
  numbers.resize(n);
  std::list<int> more;
  more.resize(n, 3);
  return letters.size() + numbers.size() + more.size();
}
