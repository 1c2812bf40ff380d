// delete through a second base with a virtual destructor frees the whole object.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
struct Source {
  virtual ~Source() {}
  int x;
};
struct Sink {
  virtual ~Sink() {}
  int y;
};
struct Pipe : Source, Sink {
  int *slots;
  Pipe() : slots(new int[4]) {}
  ~Pipe() override { delete[] slots; }
};

void second_ok() {
  Pipe *pipe = new Pipe;
  Sink *sink = pipe;
  delete sink;
}
