// Memory of a function that the caller gives, who gives none to release it with: it needs no release.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct table {
  void **entries;
};

typedef void *(*make_fn)(size_t, size_t);
typedef void (*release_fn)(void *);
typedef void (*trace_fn)(void *);

struct table *collected_ok(make_fn make, release_fn release) {
  struct table *t = (*make)(1, sizeof(struct table));
  if (!t)
    return NULL;
  t->entries = (*make)(8, sizeof(void *));
  if (!t->entries) {
    if (release != NULL)
      (*release)(t);
    return NULL;
  }
  return t;
}

// Its own memory is its own to free.
struct table *own_bad(make_fn make, release_fn release) {
  struct table *t = malloc(sizeof(struct table));
  if (!t)
    return NULL;
  t->entries = (*make)(8, sizeof(void *));
  if (!t->entries) {
    if (release != NULL)
      (*release)(t);
    return NULL; // CHECK: :[[@LINE]]:{{.*}}[leak]
  }
  return t;
}

static void look(void *p) {}

// That nobody looks at it tells nothing about its release.
struct table *traced_bad(make_fn make, trace_fn trace) {
  struct table *t = (*make)(1, sizeof(struct table));
  if (!t)
    return NULL;
  t->entries = (*make)(8, sizeof(void *));
  if (!t->entries) {
    if (trace != NULL)
      (*trace)(t);
    return NULL; // CHECK: :[[@LINE]]:{{.*}}[leak]
  }
  return t;
}

struct table *first, *second, *third;

void make_them(void) {
  first = collected_ok(calloc, free);
  second = own_bad(calloc, free);
  third = traced_bad(calloc, look);
}
