// Pictures: one file has one picture, of as many functions as are asked for.
// REQUIRES: dot
// RUN: %custody sigs %s --no-cache --function=make --function=drop --format=svg -o %t.svg
// RUN: FileCheck %s < %t.svg
// RUN: %python -c "import sys, xml.dom.minidom as x; x.parse(sys.argv[1])" %t.svg
// RUN: %custody sigs %s --no-cache --format=dot | FileCheck %s --check-prefix=NAMES
// RUN: %custody sigs %s --no-cache --format=svg -o %t.all.svg
// RUN: rm -rf %t.bin && mkdir %t.bin && ln -s /usr/bin/env %t.bin
// RUN: not env PATH=%t.bin %custody sigs %s --no-cache --format=svg 2>&1 | FileCheck %s --check-prefix=NONE
#include <stdlib.h>

// CHECK: <svg
// CHECK-NOT: <svg
// CHECK-DAG: >make</text>
// CHECK-DAG: >drop</text>
// CHECK-DAG: >!</text>
// CHECK-DAG: >⊘</text>
extern "C" void *make(void) {
  return malloc(4);
}
extern "C" void drop(void *p) {
  free(p);
}

// NAMES: digraph "operator\"\"_copy"
char *operator""_copy(const char *, size_t) {
  return (char *)malloc(4);
}

// NONE: the program 'dot' is needed to draw; install graphviz, or use --format=dot
