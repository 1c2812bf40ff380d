// A place that holds one of several new objects, by the statement that happened to make it: callers test and release
// what is there.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t size;
};

static int grow(struct buffer *b, size_t n) {
  char *data;
  if (n <= b->size)
    return 0;
  if (b->data == NULL)
    data = malloc(n);
  else if (n > 4096)
    data = realloc(b->data, 2 * n);
  else
    data = realloc(b->data, n);
  if (data == NULL)
    return -1;
  b->data = data;
  b->size = n;
  return 0;
}

int copy_ok(const char *s) {
  struct buffer b = {NULL, 0};
  if (grow(&b, strlen(s) + 1) < 0)
    return -1;
  strcpy(b.data, s);
  free(b.data);
  return 0;
}

int copy_bad(const char *s) {
  struct buffer b = {NULL, 0};
  if (grow(&b, strlen(s) + 1) < 0)
    return -1;
  strcpy(b.data, s);
  return b.data[0]; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// Two places with objects of their own stay two.
struct pair {
  char *first, *second;
};

static void fill(struct pair *p, int n) {
  p->first = n ? strdup("a") : malloc(2);
  p->second = n ? strdup("b") : malloc(3);
}

void pair_bad(int n) {
  struct pair p;
  fill(&p, n);
  free(p.first);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void pair_ok(int n) {
  struct pair p;
  fill(&p, n);
  free(p.first);
  free(p.second);
}
