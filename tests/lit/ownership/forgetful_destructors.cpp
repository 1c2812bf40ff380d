// Destructors that somebody wrote and that forget a field, in a library whose users are elsewhere.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '

class Tag {
public:
  Tag();
  virtual ~Tag();
  int size() const;

private:
  struct Private;
  Private *d;
};

struct Tag::Private {
  int n = 0;
};

Tag::Tag() : d(new Private) {}
Tag::~Tag() {} // CHECK: :[[@LINE]]:{{.*}}'d' is the last pointer to it [leak]
int Tag::size() const { return d->n; }

struct Picture {
  int width;
};

class Reader {
public:
  ~Reader() {
    delete first;
    delete second;
  } // CHECK: :[[@LINE]]:{{.*}}'third' is the last pointer to it [leak]
  void read();
  int width() const { return third ? third->width : 0; }

private:
  Picture *first = nullptr, *second = nullptr, *third = nullptr;
};

void Reader::read() {
  delete first;
  first = new Picture;
  delete second;
  second = new Picture;
  delete third;
  third = new Picture;
}

// Handed out: the caller owns it.
class Maker {
public:
  Maker() : made(new Picture) {}
  ~Maker() {}
  Picture *take() {
    Picture *taken = made;
    made = nullptr;
    return taken;
  }

private:
  Picture *made;
};

void use(Maker &maker) { delete maker.take(); }
// CHECK: 2 leaks in 1 file
