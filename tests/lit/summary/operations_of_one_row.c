// Functions of one row of a table belong together.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// CHECK: nothing found
struct pair {
  int *part;
};

struct operations {
  void *(*open)(void);
  void (*close)(void *);
};

static void *open_int(void) {
  return malloc(sizeof(int));
}

static void close_int(void *p) {
  free(p);
}

static void *open_pair(void) {
  struct pair *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  p->part = malloc(sizeof *p->part);
  return p;
}

static void close_pair(void *p) {
  free(((struct pair *)p)->part);
  free(p);
}
static const struct operations table[] = {{open_int, close_int}, {open_pair, close_pair}};

void run_ok(int i) {
  const struct operations *row = &table[i & 1];
  void *state = row->open();
  if (state)
    row->close(state);
}
