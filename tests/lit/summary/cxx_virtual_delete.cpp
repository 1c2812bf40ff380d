// Virtual destructors: deleted through the base, once and twice.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
struct Codec {
  virtual ~Codec() {}

  virtual int run() = 0;
};

struct Plain : Codec {
  int run() override { return 1; }
};

struct Table : Codec {
  Table() : table(new int[256]()) {}

  ~Table() override { delete[] table; }

  int run() override { return table[0]; }

  int *table;
};

int once_ok(bool fast) {
  Codec *codec = fast ? static_cast<Codec *>(new Plain) : new Table;
  int result = codec->run();
  delete codec;
  return result;
}

int twice_bad() {
  Codec *codec = new Plain;
  delete codec;
  delete codec; // CHECK: :[[@LINE]]:{{.*}}[double-free]
  return 0;
}

int forgotten_bad(bool fast) {
  Codec *codec = new Table;
  if (fast)
    return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
  delete codec;
  return 1;
}
