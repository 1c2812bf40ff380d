// A function that only this file sees is not the library's of the same name: neither its body is compared with the model,
// nor do calls believe the model.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --check-specs > %t.txt
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t.txt
#include <stdlib.h>

static char *strdup(const char *text) {
  static char copy[8];
  copy[0] = text[0];
  return copy;
}

char first(const char *text) {
  return *strdup(text);
}

// A function that all see is the library's, or should be like it.
char *strndup(const char *text, unsigned long n) {
  static char copy[8];
// CHECK: warning: the body contradicts its specification
  copy[0] = text[n];
  return copy;
}
