// A pointer that a function takes out of its variable arguments and stores is kept; one that it only reads is not.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { END, FLAGS, CONTEXT };
struct stream {
  int flags;
  void *context;
};

static void set_all(struct stream *s, va_list list) {
  int name;
  while ((name = va_arg(list, int)) != END) {
    if (name == FLAGS)
      s->flags = va_arg(list, int);
    else
      s->context = va_arg(list, void *);
  }
}

static void control(struct stream *s, ...) {
  va_list list;
  va_start(list, s);
  int name;
  while ((name = va_arg(list, int)) != END) {
    if (name == FLAGS)
      s->flags = va_arg(list, int);
    else
      s->context = va_arg(list, void *);
  }
  va_end(list);
}

static void control_by_list(struct stream *s, ...) {
  va_list list;
  va_start(list, s);
  set_all(s, list);
  va_end(list);
}

static size_t lengths(int n, ...) {
  size_t total = 0;
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    total += strlen(va_arg(list, const char *));
  va_end(list);
  return total;
}

void kept_ok(struct stream *s) {
  char *context = malloc(10);
  if (context)
    control(s, CONTEXT, (void *)context, END);
}

void kept_by_list_ok(struct stream *s) {
  char *context = malloc(10);
  if (context)
    control_by_list(s, CONTEXT, (void *)context, END);
}

size_t only_read(void) {
  char *text = strdup("text");
  if (!text)
    return 0;
  size_t n = lengths(1, text);
  // CHECK: variable_arguments_kept.c:[[@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'strdup' is lost here
  return n;
}
