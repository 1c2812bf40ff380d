// Virtual dispatch, multiple inheritance, templates, static functions, smart pointers: nothing is told of correct code.
// RUN: %custody check --engine=ownership %s
// RUN: %custody sigs --engine=ownership %s | FileCheck %s
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() {}
  virtual char *name() = 0;
};

struct Named {
  char *label;
  Named() : label(new char[8]) {}
  virtual ~Named() { delete[] label; }
};

// CHECK: Named::label: label = 1
// CHECK-NEXT: owns, because 'Named::~Named' deletes it
// CHECK: Circle::points: points = 1
// CHECK-NEXT: owns, because 'Circle::~Circle' deletes it
struct Circle : Shape, Named {
  int *points;
  Circle() : points(new int[3]) {}
  ~Circle() override { delete[] points; }
  char *name() override { return label; }
  static Circle *make() { return new Circle; }
};

template <class T>
struct Holder {
  T *item;
  explicit Holder(T *given) : item(given) {}
  ~Holder() { delete item; }
  T *release() {
    T *result = item;
    item = nullptr;
    return result;
  }
};

void use() {
  Shape *shape = Circle::make();
  shape->name();
  delete shape;
  Holder<int> holder(new int);
  delete holder.release();
  std::unique_ptr<int> smart(new int);
  std::vector<int *> kept;
  kept.push_back(new int);
  for (int *p : kept)
    delete p;
}
