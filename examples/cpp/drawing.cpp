// A drawing that owns its shapes. It leaks twice: triangleArea forgets its polygon on one way, and Drawing::replace the
// shape that stood there.
#include <cstddef>
#include <cstdio>

class Shape {
public:
  virtual ~Shape() {}
  virtual double area() const = 0;
};

class Square : public Shape {
public:
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }

private:
  double side;
};

class Polygon : public Shape {
public:
  explicit Polygon(std::size_t count) : points(new double[2 * count]()), count(count) {}
  ~Polygon() override { delete[] points; }
  double area() const override;

private:
  double *points;
  std::size_t count;
};

double Polygon::area() const {
  double twice = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t j = (i + 1) % count;
    twice += points[2 * i] * points[2 * j + 1] - points[2 * j] * points[2 * i + 1];
  }
  return twice / 2;
}

class Drawing {
public:
  static constexpr std::size_t Capacity = 16;

  ~Drawing() {
    for (std::size_t i = 0; i < count; ++i)
      delete shapes[i];
  }
  bool add(Shape *shape);
  void replace(std::size_t index, Shape *shape) { shapes[index] = shape; }
  double area() const;

private:
  Shape *shapes[Capacity] = {};
  std::size_t count = 0;
};

bool Drawing::add(Shape *shape) {
  if (count == Capacity) {
    delete shape;
    return false;
  }
  shapes[count++] = shape;
  return true;
}

double Drawing::area() const {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum += shapes[i]->area();
  return sum;
}

double triangleArea(double scale) {
  Shape *triangle = new Polygon(3);
  if (scale <= 0)
    return 0;
  double area = triangle->area() * scale;
  delete triangle;
  return area;
}

int main() {
  Drawing drawing;
  drawing.add(new Square(2));
  drawing.add(new Polygon(5));
  drawing.replace(0, new Square(3));
  std::printf("%g %g\n", drawing.area(), triangleArea(2));
}
