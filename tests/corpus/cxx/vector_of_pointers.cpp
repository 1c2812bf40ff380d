// Standard containers of raw pointers: the container frees its array, never what the pointers point to.
#include <cstddef>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
};

struct Square : Shape {
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
  double side;
};

struct Named : Shape {
  explicit Named(const char *name) : name(name) {}
  double area() const override { return static_cast<double>(name.size()); }
  std::string name;
};

double total_bad(int many) {
  std::vector<Shape *> shapes;
  for (int i = 0; i < many; i++)
    shapes.push_back(new Square(i)); // alloc: SQUARE
  double sum = 0;
  for (std::size_t i = 0; i < shapes.size(); i++)
    sum += shapes[i]->area();
  return sum; // expect: leak alloc=SQUARE
}

double total_ok(int many) {
  std::vector<Shape *> shapes;
  for (int i = 0; i < many; i++)
    shapes.push_back(new Square(i));
  shapes.push_back(new Named("a name that is not stored inline"));
  double sum = 0;
  for (std::size_t i = 0; i < shapes.size(); i++) {
    sum += shapes[i]->area();
    delete shapes[i];
  }
  shapes.clear();
  return sum;
}

class Canvas {
public:
  Canvas() {}
  ~Canvas() {
    for (Shape *shape : shapes_)
      delete shape;
  }
  Canvas(const Canvas &) = delete;
  Canvas &operator=(const Canvas &) = delete;
  void adopt(Shape *shape) { shapes_.push_back(shape); }
  void dropLast_bad() { shapes_.pop_back(); } // expect: leak
  void dropLast_ok() {
    delete shapes_.back();
    shapes_.pop_back();
  }

private:
  std::vector<Shape *> shapes_;
};

void canvas_ok() {
  Canvas canvas;
  canvas.adopt(new Square(1));
  canvas.adopt(new Square(2));
  canvas.dropLast_ok();
}

void canvas_bad(bool draw) {
  Canvas canvas;
  Shape *shape = new Square(1); // alloc: SHAPE
  if (!draw)
    return; // expect: leak alloc=SHAPE
  canvas.adopt(shape);
  canvas.dropLast_bad();
}

#ifdef CORPUS_MAIN_OK
int main() {
  canvas_ok();
  return total_ok(2) > 1 ? 0 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  canvas_bad(true);
  canvas_bad(false);
  return static_cast<int>(total_bad(2));
}
#endif
