// A vector of pointers whose elements are deleted in a loop.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <vector>

// CHECK: nothing found
int vector_ok(int n) {
  std::vector<int *> all;
  for (int i = 0; i < n; i++)
    all.push_back(new int(i));
  for (int *p : all)
    delete p;
  return n;
}

struct Canvas {
  ~Canvas() {
    for (int *shape : shapes)
      delete shape;
  }

  void add(int *shape) { shapes.push_back(shape); }

  std::vector<int *> shapes;
};

int canvas_ok() {
  Canvas canvas;
  canvas.add(new int);
  canvas.add(new int);
  return 0;
}
