// The structure of what is returned: each part has to be released.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct pair {
  char *key, *value;
};

struct pair *pair_new(const char *key, const char *value) {
  struct pair *made = malloc(sizeof *made);
  if (!made)
    return 0;
  made->key = strdup(key);
  made->value = strdup(value);
  return made;
}

static void pair_free(struct pair *p) {
  if (!p)
    return;
  free(p->key);
  free(p->value);
  free(p);
}

void all_ok(void) {
  pair_free(pair_new("a", "b"));
}

void value_bad(void) {
  struct pair *p = pair_new("a", "b");
  if (!p)
    return;
  free(p->key);
  free(p); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void whole_bad(void) {
  struct pair *p = pair_new("a", "b");
  (void)p;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

char *taken_out_ok(void) {
  struct pair *p = pair_new("a", "b");
  char *value = 0;
  if (p) {
    value = p->value;
    p->value = 0;
    pair_free(p);
  }
  return value;
}
