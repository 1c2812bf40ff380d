// Deleting through the second base finds the object and its destructor.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
class Source {
public:
  virtual ~Source() {}

  virtual int read() = 0;
};

class Sink {
public:
  virtual ~Sink() {}

  virtual void write(int) = 0;
};

class Pipe : public Source, public Sink {
public:
  Pipe() : slots(new int[8]()) {}

  ~Pipe() override { delete[] slots; }

  int read() override { return 0; }

  void write(int) override {}

  int *slots;
};

void second_base_ok() {
  Pipe *pipe = new Pipe;
  Sink *sink = pipe;
  delete sink;
}
