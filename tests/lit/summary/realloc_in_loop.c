// p = xrealloc(p) in a loop: the old memory went into the new.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>

static void *xrealloc(void *p, size_t size) {
  void *q = realloc(p, size);
  if (!q)
    exit(1);
  return q;
}

int reading_ok(FILE *in) {
  char *buffer = NULL;
  size_t used = 0, room = 0;
  int c;
  while ((c = getc(in)) != EOF) {
    if (used == room) {
      room += 100;
      buffer = xrealloc(buffer, room);
    }
    buffer[used++] = c;
  }
  free(buffer);
  return used;
}

int reading_bad(FILE *in) {
  char *buffer = NULL;
  size_t used = 0, room = 0;
  int c;
  while ((c = getc(in)) != EOF) {
    if (used == room) {
      room += 100;
      buffer = xrealloc(buffer, room);
    }
    buffer[used++] = c;
  }
  return used; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
