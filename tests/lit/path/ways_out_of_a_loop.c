// A loop to a large constant that is also left early: the first iterations take one way out, the last one takes the other.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static struct handle {
  int is_used;
  char *name;
} handles[100];

static int handle_new(char *name) {
  for (int i = 0; i < 100; i++) {
    if (!handles[i].is_used) {
      handles[i].is_used = 1;
      handles[i].name = name;
      return i;
    }
  }
  return -1;
}

int open_bad(const char *name) {
  char *copy = strdup(name);
  if (!copy)
    return -1;
  return handle_new(copy); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int open_ok(const char *name) {
  char *copy = strdup(name);
  if (!copy)
    return -1;
  const int handle = handle_new(copy);
  if (handle < 0)
    free(copy);
  return handle;
}

// Numbers of a structure that a callee changes without telling.
struct inner {
  int state;
};
struct outer {
  struct inner *in;
};
struct holder {
  struct outer *out;
};

static void advance(struct holder *h, int by) {
  h->out->in->state += by;
}

int state_bad(struct holder *h, int by) {
  char *p = malloc(10);
  if (!p)
    return -1;
  if (h->out->in->state != 1) {
    free(p);
    return 0;
  }
  advance(h, by);
  if (h->out->in->state == 1)
    free(p);
  return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
