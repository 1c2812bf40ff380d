// The reason for a failure is left in a global, and decides whether there is something to free.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>

enum error { NONE, NOT_FOUND, AMBIGUOUS };
static enum error last;

static void set_error(enum error error) {
  last = error;
}

static enum error get_error(void) {
  return last;
}

static int lookup(FILE *file, char **names) {
  if (fgetc(file) == 'x') {
    set_error(NOT_FOUND);
    return 0;
  }
  if (fgetc(file) == 'y') {
    *names = malloc(10);
    if (!*names)
      abort();
    set_error(AMBIGUOUS);
    return 0;
  }
  return 1;
}

void by_error_ok(FILE *file) {
  char *names;
  if (lookup(file, &names))
    return;
  puts("not found");
  if (get_error() == AMBIGUOUS)
    free(names);
}

void wrong_error_bad(FILE *file) {
  char *names;
  if (lookup(file, &names))
    return;
  if (get_error() == NOT_FOUND)
    return; // the path on which there are no names
  puts("ambiguous");
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// A bit of a global that no callee in between writes.
int bits;

static int count;

static void tick(void) {
  count++;
}

void same_bit_ok(void) {
  char *p = NULL;
  if (bits & 4)
    p = malloc(10);
  tick();
  if (bits & 4)
    free(p);
}

void set_bits(int n) {
  bits = n;
}

void other_bit_bad(int n) {
  char *p = NULL;
  if (bits & 4)
    p = malloc(10);
  set_bits(n);
  if (bits & 4)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
