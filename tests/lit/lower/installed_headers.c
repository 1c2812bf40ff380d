// What is installed is of the system, also if -I finds it: pkg-config answers so for most libraries.
// RUN: %custody dump %s -- -I/usr/include/libxml2 | FileCheck %s
#include <libxml/tree.h>

// CHECK: struct _xmlBuffer size {{[0-9]+}} system @"/usr/include/libxml2/libxml/tree.h"
// CHECK: struct own size {{[0-9]+}} @
struct own {
  xmlBuffer *buffer;
};

xmlBuffer *bufferOf(struct own *o) {
  return o->buffer;
}
