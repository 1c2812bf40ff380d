// An allocator that users of a library may replace: what is known to be behind the pointer is what is called, for a
// replacement does as the original does. Exported pointers of different types are not mixed up.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void *(*the_malloc)(size_t) = malloc;
static void (*the_free)(void *) = free;

int lib_init(void *(*allocate)(size_t), void (*release)(void *)) {
  if (allocate)
    the_malloc = allocate;
  if (release)
    the_free = release;
  return 0;
}

void *lib_malloc(size_t n) {
  return the_malloc(n);
}

void lib_free(void *p) {
  the_free(p);
}

int replaceable_bad(int n) {
  char *p = lib_malloc(10);
  if (!p)
    return -1;
  if (n)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  lib_free(p);
  return 0;
}

int replaceable_ok(int n) {
  char *p = lib_malloc(10);
  if (!p)
    return -1;
  p[0] = (char)n;
  lib_free(p);
  return n;
}

void *(*xMalloc)(size_t) = malloc;
void (*xFree)(void *) = free;

int exported_bad(int n) {
  char *p = xMalloc(10);
  if (!p)
    return -1;
  if (n)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  xFree(p);
  return 0;
}

int exported_ok(int n) {
  char *p = xMalloc(10);
  if (!p)
    return -1;
  p[0] = (char)n;
  xFree(p);
  return n;
}

// What frees a block knows nothing of what hangs on it.
struct query {
  char *text;
};

int part_bad(int n) {
  struct query *q = xMalloc(sizeof *q);
  if (!q)
    return -1;
  q->text = xMalloc(10);
  if (!q->text || n) {
    xFree(q); // CHECK: :[[@LINE]]:{{.*}}[leak]
    return -1;
  }
  xFree(q->text);
  xFree(q);
  return 0;
}

// A pointer in an object that somebody else made may be anything.
struct handler {
  void (*take)(void *);
};

static void look(void *p) {
  if (p)
    *(char *)p = 1;
}

struct handler *handler_ok(void) {
  struct handler *h = malloc(sizeof *h);
  if (h)
    h->take = look;
  return h;
}

void handed_ok(struct handler *h) {
  h->take(malloc(4));
}
