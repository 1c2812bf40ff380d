// An owning class with the compiler's own copy operations: two objects, one block.
#include <cstring>

class BufferBad {
public:
  explicit BufferBad(int size) : size_(size), bytes_(new char[size]) {} // alloc: BYTES
  ~BufferBad() { delete[] bytes_; }                                     // expect: double-free alloc=BYTES
  int size() const { return size_; }

private:
  int size_;
  char *bytes_;
};

class BufferOk {
public:
  explicit BufferOk(int size) : size_(size), bytes_(new char[size]()) {}
  BufferOk(const BufferOk &other) : size_(other.size_), bytes_(new char[other.size_]) {
    std::memcpy(bytes_, other.bytes_, static_cast<std::size_t>(size_));
  }
  BufferOk &operator=(const BufferOk &other) {
    if (this != &other) {
      char *copy = new char[other.size_];
      std::memcpy(copy, other.bytes_, static_cast<std::size_t>(other.size_));
      delete[] bytes_;
      bytes_ = copy;
      size_ = other.size_;
    }
    return *this;
  }
  BufferOk(BufferOk &&other) noexcept : size_(other.size_), bytes_(other.bytes_) {
    other.bytes_ = nullptr;
    other.size_ = 0;
  }
  ~BufferOk() { delete[] bytes_; }
  int size() const { return size_; }

private:
  int size_;
  char *bytes_;
};

class AssignBad {
public:
  AssignBad() : value_(new int(1)) {} // alloc: OLD
  AssignBad(const AssignBad &other) : value_(new int(*other.value_)) {}
  AssignBad &operator=(const AssignBad &other) {
    if (this != &other)
      value_ = new int(*other.value_); // expect: leak alloc=OLD
    return *this;
  }
  ~AssignBad() { delete value_; }

private:
  int *value_;
};

static int sizeOf(BufferOk buffer) { return buffer.size(); }

int copy_bad() {
  BufferBad one(4); // alloc: COPIED
  BufferBad two = one;
  return two.size(); // expect: double-free alloc=COPIED
}

int copy_ok() {
  BufferOk one(4);
  BufferOk two = one;
  BufferOk three(static_cast<BufferOk &&>(two));
  one = three;
  return sizeOf(one) + sizeOf(three);
}

void assign_bad() {
  AssignBad one, two; // alloc: ASSIGNED
  one = two;         // expect: leak alloc=ASSIGNED
}

#ifdef CORPUS_MAIN_OK
int main() { return copy_ok() - 8; }
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  assign_bad();
  return copy_bad();
}
#endif
