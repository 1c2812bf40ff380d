// asprintf fails with -1. Whoever asks for -1 asks for the failure, as whoever asks for less than 0 does.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int vprint(char **out, const char *format, va_list args) {
  int length = vasprintf(out, format, args);
  if (length == -1)
    abort();
  return length;
}

static int print(char **out, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vprint(out, format, args);
  va_end(args);
  return length;
}

int twice_ok(int n, const char *text) {
  char *path;
  print(&path, "%d", n);
  n = text[0];
  free(path);
  if (n == 1) {
    print(&path, "%d", n + 1);
    n = text[1];
    free(path);
  }
  return n;
}

void twice_bad(int n) {
  char *path;
  print(&path, "%d", n);
  free(path);
  free(path); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}
