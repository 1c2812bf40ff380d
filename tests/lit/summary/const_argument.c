// A function of which nothing is known reads what it takes as a pointer to const: it neither frees nor keeps it. What
// hangs on it, and what it takes without const, may be kept.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int show(const char *text);
int take(char *text);

int shown_bad(int n) {
  char *s = malloc(20);
  if (!s)
    return 0;
  s[0] = (char)n;
  if (show(s) == 0)
    return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(s);
  return 1;
}

int taken_ok(int n) {
  char *s = malloc(20);
  if (!s)
    return 0;
  s[0] = (char)n;
  return take(s);
}

struct stream {
  int (*write)(struct stream *, const void *, size_t);
  int failed;
};

static int stream_write(struct stream *to, const void *bytes, size_t size) {
  return to->failed ? 0 : to->write(to, bytes, size);
}

int written_bad(struct stream *to, int n) {
  char *s = malloc(20);
  if (!s)
    return 0;
  s[0] = (char)n;
  if (stream_write(to, s, 20) == 0)
    return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(s);
  return 1;
}

struct holder {
  char *part;
};
void visit(const struct holder *holder);

void part_ok(void) {
  struct holder h;
  h.part = malloc(4);
  visit(&h);
}
