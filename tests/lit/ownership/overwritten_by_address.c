// A pointer whose address a callee gets may be another one after the call, whether its signature tells so or not.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=ownership | FileCheck %s --implicit-check-not='warning: '
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void format_all(char **out, const char *format, va_list arguments) {
  if (vasprintf(out, format, arguments) < 0)
    exit(1);
}

static void format(char **out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  format_all(out, format, arguments);
  va_end(arguments);
}

static char *copy(const char *text) {
  char *p = strdup(text);
  if (!p)
    exit(1);
  return p;
}

char *ok(const char *text, int limit, int width) {
  char *value = copy(text), *next;
  if (limit > 0) {
    free(value);
    format(&value, "%s %d", text, limit);
  }
  if (width > 0) {
    next = copy(text);
    free(value);
    value = next;
  }
  return value;
}

void bad(const char *text) {
  char *value = copy(text);
  free(value);
  puts(text);
  // CHECK: overwritten_by_address.c:[[@LINE+1]]:{{.*}} warning: 'value' is freed here a second time
  free(value);
}
// CHECK: {{^}}1 double free in 1 file
