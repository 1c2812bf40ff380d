// A function that is handed over with the data that it is to release: whoever stores both can release the data.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

typedef void destructor(void *);

struct ref {
  destructor *drop;
  void *at;
};

void ref_set(struct ref *r, void *at, destructor *drop) {
  r->at = at;
  r->drop = drop;
}
void ref_clear(struct ref *r) {
  if (r->drop)
    r->drop(r->at);
  r->drop = NULL;
  r->at = NULL;
}
void release(void *p) { free(p); }

void handed_over_ok(const char *s) {
  struct ref r;
  ref_set(&r, strdup(s), release);
  ref_clear(&r);
}
void nobody_releases_bad(const char *s) {
  struct ref r;
  ref_set(&r, strdup(s), NULL);
  ref_clear(&r); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
