// An object of a factory that is deleted twice, of whichever class.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
struct Codec {
  virtual ~Codec() {}

  virtual int run() = 0;
};

struct Plain : Codec {
  int run() override { return 1; }
};

struct Table : Codec {
  Table() : table(new int[2]()) {}

  ~Table() override { delete[] table; }

  int run() override { return table[0]; }

  int *table;
};

static Codec *create(int n) {
  if (n == 1)
    return new Plain;
  if (n == 2)
    return new Table;
  return nullptr;
}

int twice_bad(int n) {
  Codec *codec = create(n);
  if (!codec)
    return -1;
  if (codec->run() > 0)
    delete codec;
  delete codec; // CHECK: :[[@LINE]]:{{.*}}[double-free]
  return 0;
}
