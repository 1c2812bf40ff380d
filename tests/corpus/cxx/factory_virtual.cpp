// Factories that return a base pointer; a base without a virtual destructor; results that nobody takes.
#include <cstring>

class Codec {
public:
  virtual ~Codec() {}
  virtual int encode(const char *text) = 0;
  static Codec *create(const char *name);
};

class Plain : public Codec {
public:
  int encode(const char *text) override { return static_cast<int>(std::strlen(text)); }
};

class Table : public Codec {
public:
  Table() : table_(new int[256]()) {}
  ~Table() override { delete[] table_; }
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;
  int encode(const char *text) override { return table_[static_cast<unsigned char>(*text)]; }

private:
  int *table_;
};

Codec *Codec::create(const char *name) {
  if (std::strcmp(name, "plain") == 0)
    return new Plain;
  if (std::strcmp(name, "table") == 0)
    return new Table;
  return nullptr;
}

int encode_bad(const char *name, const char *text) {
  Codec *codec = Codec::create(name); // alloc: CODEC
  if (!codec)
    return -1;
  if (!*text)
    return 0; // expect: leak alloc=CODEC
  int result = codec->encode(text);
  delete codec;
  return result;
}

int encode_ok(const char *name, const char *text) {
  Codec *codec = Codec::create(name);
  if (!codec)
    return -1;
  int result = *text ? codec->encode(text) : 0;
  delete codec;
  return result;
}

int unused_bad() {
  Codec::create("plain")->encode("x"); // alloc: UNUSED expect: leak alloc=UNUSED
  return 0;
}

int choose_bad(bool fast) {
  Codec *codec = new Table; // alloc: SLOW
  if (fast)
    codec = new Plain; // expect: leak alloc=SLOW
  int result = codec->encode("x");
  delete codec;
  return result;
}

int choose_ok(bool fast) {
  Codec *codec = fast ? static_cast<Codec *>(new Plain) : new Table;
  int result = codec->encode("x");
  delete codec;
  return result;
}

int twice_bad(const char *name) {
  Codec *codec = Codec::create(name); // alloc: TWICE
  if (!codec)
    return -1;
  if (codec->encode("x") > 0)
    delete codec;
  delete codec; // expect: double-free alloc=TWICE if=crash
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main() {
  encode_ok("plain", "x"), encode_ok("table", ""), encode_ok("none", "");
  return choose_ok(true) + choose_ok(false) - 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  encode_bad("plain", "");
  unused_bad();
  choose_bad(true);
  return 0;
}
#endif
