// Families that must not be mixed: new and free, new[] and delete, malloc and delete.
#include <cstdlib>
#include <cstring>

struct Point {
  Point() : x(0), y(0) {}
  int x, y;
};

static int *zeros(int many) { return new int[static_cast<std::size_t>(many)](); }

void array_bad(int many) {
  int *values = zeros(many); // alloc: VALUES
  values[0] = 1;
  delete values; // expect: mismatched-free alloc=VALUES
}

void array_ok(int many) {
  int *values = new int[static_cast<std::size_t>(many)];
  values[0] = 1;
  delete[] values;
}

void single_bad() {
  Point *point = new Point; // alloc: POINT
  point->x = 1;
  std::free(point); // expect: mismatched-free alloc=POINT
}

void single_ok() {
  Point *point = new Point;
  point->x = 1;
  delete point;
}

void copied_bad(const char *text) {
  char *copy = strdup(text); // alloc: COPY
  if (!copy)
    return;
  delete[] copy; // expect: mismatched-free alloc=COPY
}

void copied_ok(const char *text) {
  char *copy = strdup(text);
  std::free(copy);
}

char *pick(const char *text, bool heap) {
  if (heap) {
    char *made = new char[std::strlen(text) + 1];
    return std::strcpy(made, text);
  }
  return nullptr;
}

int picked_bad(const char *text, bool heap) {
  char *made = pick(text, heap); // alloc: PICKED
  if (!made)
    return 0;
  std::free(made); // expect: mismatched-free alloc=PICKED
  return 1;
}

int picked_ok(const char *text, bool heap) {
  char *made = pick(text, heap);
  int found = made != nullptr;
  delete[] made;
  return found;
}

int grid_bad(int rows) {
  Point **grid = new Point *[static_cast<std::size_t>(rows)]; // alloc: GRID
  for (int i = 0; i < rows; i++)
    grid[i] = new Point[2]; // alloc: ROW
  if (rows == 1) {
    delete[] grid; // expect: leak alloc=ROW
    return 1;
  }
  for (int i = 0; i < rows; i++)
    delete[] grid[i];
  return 0; // expect: leak alloc=GRID
}

int grid_ok(int rows) {
  Point **grid = new Point *[static_cast<std::size_t>(rows)];
  for (int i = 0; i < rows; i++)
    grid[i] = new Point[2];
  for (int i = 0; i < rows; i++)
    delete[] grid[i];
  delete[] grid;
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main() {
  array_ok(3), single_ok(), copied_ok("x");
  picked_ok("x", true), picked_ok("x", false);
  return grid_ok(2);
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  array_bad(3), single_bad(), copied_bad("x");
  picked_bad("x", true);
  return grid_bad(1) + grid_bad(2);
}
#endif
