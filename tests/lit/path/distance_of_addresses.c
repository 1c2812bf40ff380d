// How far two addresses in one object are from each other is a number: a buffer that is filled from its end.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int put(const unsigned char *digits, unsigned count);

static int put_number(unsigned value, unsigned most) {
  unsigned char digits[8];
  unsigned char *first = digits + sizeof digits;
  do {
    *--first = value & 0xff;
    value >>= 8;
  } while (value != 0);
  if (digits + sizeof digits - first > most)
    return 0;
  put(first, digits + sizeof digits - first);
  return 1;
}

int never_too_long_ok(unsigned value) {
  char *copy = malloc(8);
  if (!put_number(value, 4))
    return 0;
  free(copy);
  return 1;
}

int too_long_bad(unsigned value) {
  char *copy = malloc(8);
  if (!put_number(value, 1))
    return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(copy);
  return 1;
}
