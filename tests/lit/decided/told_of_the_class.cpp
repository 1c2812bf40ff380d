// A field that no destructor deletes is told once, not again for each object that ends.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
struct item {
  int value;
};

// CHECK: told_of_the_class.cpp:[[@LINE+4]]:{{.*}} warning: memory is lost here: 'first' is the last pointer to it
struct box {
  item *first;
  box() : first(new item) {}
  ~box() {}
};

void one() {
  box b;
}

void another() {
  box *b = new box;
  delete b;
}

// What a function loses itself is its own.
// CHECK: told_of_the_class.cpp:[[@LINE+3]]:{{.*}} warning: memory allocated by 'new' is lost here: 'b' is the last pointer to it
void lost() {
  box *b = new box;
}
// CHECK: {{^}}2 leaks in 1 file
