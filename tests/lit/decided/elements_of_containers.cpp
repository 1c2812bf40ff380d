// What is stored in an element of a standard container is the container's: how many elements a loop sees is not known. A
// function object may do anything with what it was made of and with what it is given.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache > %t
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t
#include <functional>
#include <list>
#include <map>
#include <vector>

void stored_by_index() {
  std::vector<int *> v(1);
  v[0] = new int(1);
  for (int *p : v)
    delete p;
}
void stored_at_the_end() {
  std::list<int *> l(1);
  l.back() = new int(1);
  for (auto it = l.begin(); it != l.end(); ++it)
    delete *it;
}
void stored_by_key() {
  std::map<int, int *> m;
  m[1] = new int(1);
  for (auto &entry : m)
    delete entry.second;
}
void inserted_as_a_pair() {
  std::map<int, int *> m;
  m.insert({1, new int(1)});
  for (auto &entry : m)
    delete entry.second;
}
void captured() {
  int *p = new int(1);
  std::function<void()> f = [p] { delete p; };
  f();
}
void passed_to_a_function_object() {
  int *p = new int(1);
  std::function<void(int *)> f = [](int *q) { delete q; };
  f(p);
}
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: memory allocated by 'new' is lost here
int lost(const std::vector<int> &v) {
  int *p = new int(v[0]);
  return *p; }
void FN_never_deleted() {
  std::vector<int *> v(1);
  v[0] = new int(1);
}
