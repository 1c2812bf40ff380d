// A container copies what it holds: an object that owns is told at its class, where something can be done about it.
// RUN: %python %driver/status.py 1 %custody check --engine=ownership %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// CHECK: copied_by_container.cpp:[[#@LINE+3]]:7: warning: a copy of 'Name' owns the same memory: both will free it [copy-hazard]
#include <vector>

class Name {
public:
  explicit Name(int n) : text(new char[n]) {}
  ~Name() { delete[] text; }
private:
  char *text;
};
class Kept {
public:
  explicit Kept(int n) : text(new char[n]) {}
  Kept(const Kept &) = delete;
  Kept(Kept &&other) noexcept : text(other.text) { other.text = nullptr; }
  ~Kept() { delete[] text; }
private:
  char *text;
};
void fill_bad(std::vector<Name> &names) { names.push_back(Name(3)); }
void fill_ok(std::vector<Kept> &names) { names.push_back(Kept(3)); }
class Unused {
public:
  Unused() : text(new char[2]) {}
  ~Unused() { delete[] text; }
private:
  char *text;
};
void none_ok(std::vector<Unused *> &names, Unused *u) { names.push_back(u); }
