// A pointer from elsewhere may be the address of a function, or a mark that is no address: both are numbers here.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

typedef void *(*allocate_fn)(size_t);
typedef void (*release_fn)(void *);

void *allocate(size_t size);
void release(void *p);

static allocate_fn allocate_impl = allocate;
static release_fn release_impl = release;

void set_functions(allocate_fn a, release_fn r) {
  allocate_impl = a;
  release_impl = r;
}

void *allocate(size_t size) {
  if (allocate_impl != allocate)
    return allocate_impl(size);
  return malloc(size);
}

void release(void *p) {
  if (release_impl != release) {
    release_impl(p);
    return;
  }
  free(p);
}

int replaced_ok(int n) {
  char *p = allocate(10);
  if (!p)
    return -1;
  release(p);
  return n;
}

int replaced_bad(int n) {
  char *p = allocate(10);
  if (!p)
    return -1;
  if (n < 0)
    return -2; // CHECK: :[[@LINE]]:{{.*}}[leak]
  release(p);
  return n;
}

int two_names_ok(int n) {
  char *mine = NULL, *p = NULL;
  if (n)
    p = mine = allocate(10);
  if (!p)
    return -1;
  release(mine);
  return n;
}

#define UNUSED ((struct slot *)-1)
struct slot {
  struct slot *next;
};

int marked_bad(struct slot *slot, int n) {
  char *p = malloc(n);
  if (slot == UNUSED)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return 0;
}

int own_is_no_mark_ok(int n) {
  char *p = malloc(n);
  if (p == (char *)-1)
    return -1;
  free(p);
  return 0;
}
