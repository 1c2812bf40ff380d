// Exceptions between new and delete: plain pointers are lost, guards are not.
#include <cstring>
#include <memory>
#include <stdexcept>

struct Record {
  explicit Record(int id) : id(id) {
    if (id < 0)
      throw std::invalid_argument("id");
  }
  int id;
};

static int check(int value) {
  if (value > 100)
    throw std::out_of_range("value");
  return value;
}

int load_bad(int value) {
  int *copy = new int(value); // alloc: COPY
  int checked = check(value); // expect: leak alloc=COPY
  delete copy;
  return checked;
}

int load_ok(int value) {
  std::unique_ptr<int> copy(new int(value));
  return check(*copy);
}

int load_caught_bad(int value) {
  int *copy = new int(value); // alloc: CAUGHT
  try {
    check(value);
  } catch (const std::out_of_range &) {
    return -1; // expect: leak alloc=CAUGHT
  }
  delete copy;
  return 0;
}

int load_caught_ok(int value) {
  int *copy = new int(value);
  int result = 0;
  try {
    result = check(value);
  } catch (const std::out_of_range &) {
    result = -1;
  }
  delete copy;
  return result;
}

int rethrow_ok(int value) {
  int *copy = new int(value);
  try {
    check(value);
  } catch (...) {
    delete copy;
    throw;
  }
  delete copy;
  return 0;
}

// A constructor that throws: the new-expression gives its own memory back, but not what came before it.
int construct_ok(int id) {
  try {
    Record *record = new Record(id);
    int known = record->id;
    delete record;
    return known;
  } catch (const std::invalid_argument &) {
    return -1;
  }
}

class PairBad {
public:
  PairBad(int one, int two) : one_(new Record(one)), two_(new Record(two)) {} // alloc: ONE expect: leak alloc=ONE
  ~PairBad() {
    delete one_;
    delete two_;
  }
  PairBad(const PairBad &) = delete;
  PairBad &operator=(const PairBad &) = delete;

private:
  Record *one_, *two_;
};

class PairOk {
public:
  PairOk(int one, int two) : one_(new Record(one)), two_(new Record(two)) {}

private:
  std::unique_ptr<Record> one_, two_;
};

template <class Pair> int make_pair_of(int one, int two) {
  try {
    Pair pair(one, two);
    return 0;
  } catch (const std::invalid_argument &) {
    return -1;
  }
}

int pairs_bad(int two) { return make_pair_of<PairBad>(1, two); }
int pairs_ok(int two) { return make_pair_of<PairOk>(1, two); }

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
template <class Call> static void quietly(Call call, int value) {
  try {
    call(value);
  } catch (...) {
  }
}

int main() {
  for (int value : {1, 200, -1}) {
#ifdef CORPUS_MAIN_OK
    quietly(load_ok, value), quietly(load_caught_ok, value), quietly(rethrow_ok, value);
    quietly(construct_ok, value), quietly(pairs_ok, value);
#else
    quietly(load_bad, value), quietly(load_caught_bad, value), quietly(pairs_bad, value);
#endif
  }
  return 0;
}
#endif
