// With too many combinations of conditions a summary tells few of them: what arguments hold themselves comes first, so
// what is handed over in `*out` is not forgotten for what hangs on deep below.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-formula=1 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int coin(void);
struct box {
  char *a, *b, *c, *d, *e, *f, *g;
};
struct holder {
  struct box *box;
};

static int fill(struct holder *h, char **out) {
  if (coin())
    h->box->a = malloc(1);
  if (coin())
    h->box->b = malloc(2);
  if (coin())
    h->box->c = malloc(3);
  if (coin())
    h->box->d = malloc(4);
  if (coin())
    h->box->e = malloc(5);
  if (coin())
    h->box->f = malloc(6);
  if (coin())
    h->box->g = malloc(7);
  *out = malloc(8);
  return *out ? 0 : -1;
}

int near_ok(struct holder *h) {
  char *p;
  if (fill(h, &p) != 0)
    return 1;
  free(p);
  return 0;
}

int near_bad(struct holder *h) {
  char *p;
  return fill(h, &p); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
