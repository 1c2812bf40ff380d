// Deleting through a base, through the second base, and a base whose destructor is not virtual.
#include <cstring>

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
  Pipe() : slots_(new int[8]()), at_(0) {}
  ~Pipe() override { delete[] slots_; }
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  int read() override { return at_ > 0 ? slots_[--at_] : -1; }
  void write(int value) override {
    if (at_ < 8)
      slots_[at_++] = value;
  }

private:
  int *slots_;
  int at_;
};

int through_second_ok() {
  Pipe *pipe = new Pipe;
  Sink *sink = pipe;
  sink->write(3);
  int result = pipe->read();
  delete sink;
  return result;
}

int through_second_bad(bool full) {
  Pipe *pipe = new Pipe; // alloc: PIPE
  Sink *sink = pipe;
  Source *source = pipe;
  sink->write(3);
  if (full)
    return source->read(); // expect: leak alloc=PIPE
  delete source;
  return 0;
}

class Task {
public:
  Task() : done_(false) {}
  void finish() { done_ = true; }
  bool done() const { return done_; }

protected:
  ~Task() {}

private:
  bool done_;
};

class NamedTask : public Task {
public:
  explicit NamedTask(const char *name) : name_(new char[std::strlen(name) + 1]) { std::strcpy(name_, name); }
  ~NamedTask() { delete[] name_; }
  NamedTask(const NamedTask &) = delete;
  NamedTask &operator=(const NamedTask &) = delete;

private:
  char *name_;
};

bool task_ok(const char *name) {
  NamedTask *task = new NamedTask(name);
  Task *base = task;
  base->finish();
  bool done = base->done();
  delete task;
  return done;
}

bool task_bad(const char *name) {
  NamedTask *task = new NamedTask(name); // alloc: TASK
  Task *base = task;
  task = nullptr;
  base->finish();
  return base->done(); // expect: leak alloc=TASK
}

#ifdef CORPUS_MAIN_OK
int main() { return through_second_ok() - 3 + (task_ok("x") ? 0 : 1); }
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  task_bad("x");
  return through_second_bad(true);
}
#endif
