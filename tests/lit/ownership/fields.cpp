// Fields that own and are never freed; destructors that forget; C structures whose destroy function plays the destructor.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t
#include <stdlib.h>

// Nobody frees text.
// CHECK: in 'Doc::~Doc':
// CHECK: warning: {{.*}} is lost here: 'text' is the last pointer to it [leak]
// CHECK: the field 'Doc::text' owns it from here on
class Doc {
  char *text;
  char *title;

public:
  Doc() {
    text = new char[9];
    title = new char[3];
  }
  int first() { return text[0]; }
  ~Doc() { delete[] title; }
};

void documents() {
  Doc d;
  d.first();
}

// A structure of C: what buf_free frees with it is owned.
// CHECK: in 'twice':
// CHECK: warning: {{.*}} is freed here a second time [double-free]
// CHECK: 'data_of' returns a pointer it still owns (field 'data', owned because 'buf_free' frees it)
struct buf {
  char *data;
  int size;
};

buf *buf_new(int n) {
  buf *b = (buf *)malloc(sizeof *b);
  if (!b)
    return nullptr;
  b->data = (char *)malloc(n);
  b->size = n;
  return b;
}

void buf_free(buf *b) {
  free(b->data);
  free(b);
}

char *data_of(buf *b) {
  return b->data;
}

void twice() {
  buf *b = buf_new(3);
  free(data_of(b));
  buf_free(b);
}
// CHECK: 1 leak, 1 double free in 1 file
