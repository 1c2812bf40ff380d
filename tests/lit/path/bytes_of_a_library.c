// What a library fills in is not followed, but it is no constant either: each byte has its own value. A length that is
// read from four of them can be any number.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reader {
  char *at;
};

static void take(struct reader *r, unsigned char *to, unsigned n) {
  memcpy(to, r->at, n);
  r->at += n;
}

static unsigned take_number(struct reader *r) {
  unsigned char bytes[4];
  take(r, bytes, 4);
  return (unsigned)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

int length_bad(struct reader *r) {
  const unsigned n = take_number(r);
  if (n < 4 || n > 1000)
    return -1;
  char *copy = malloc(n);
  if (!copy)
    return -1;
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// What was there before is gone.
int header_bad(int fd) {
  int length = 0;
  char *copy = malloc(80);
  if (!copy)
    return -1;
  if (read(fd, &length, sizeof length) != sizeof length) {
    free(copy);
    return -1;
  }
  if (length == 0)
    free(copy);
  return length; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int header_through_callee_bad(struct reader *r) {
  unsigned length = 0;
  char *copy = malloc(80);
  if (!copy)
    return -1;
  take(r, (unsigned char *)&length, sizeof length);
  if (length == 0)
    free(copy);
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
