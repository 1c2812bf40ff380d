// An object that is kept beside a function that may be called with it: what is stored in the object later may be
// released by that function.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

typedef void destructor(void *);

struct part {
  char *data;
  destructor *drop;
  void *arg;
  char *type;
};

static void drop_data(void *p) { free(((struct part *)p)->data); }
static void part_empty(struct part *p) {
  if (p->drop)
    p->drop(p->arg);
  p->drop = NULL;
  p->arg = p;
  p->data = NULL;
}
static void part_clear(struct part *p) {
  part_empty(p);
  free(p->type);
  memset(p, 0, sizeof *p);
}
static int part_fill(struct part *p, const char *data, destructor *drop) {
  part_empty(p);
  p->data = strdup(data);
  if (!p->data)
    return -1;
  p->drop = drop;
  return 0;
}

int copy_ok(struct part *to, const struct part *from) {
  int failed = part_fill(to, from->data, drop_data);
  if (!failed && !(to->type = strdup(from->type)))
    failed = -1;
  if (failed)
    part_clear(to);
  return failed;
}
int copy_bad(struct part *to, const struct part *from) {
  int failed = part_fill(to, from->data, NULL);
  if (!failed && !(to->type = strdup(from->type)))
    failed = -1;
  if (failed)
    part_clear(to); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return failed;
}
