// A set without room has no elements: what is allocated then replaces nothing.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct set {
  int room, count;
  int *elems;
};

int next_element(void);

static int init_one(struct set *s, int elem) {
  s->room = 1;
  s->count = 1;
  s->elems = malloc(sizeof(int));
  if (!s->elems) {
    s->room = s->count = 0;
    return 0;
  }
  s->elems[0] = elem;
  return 1;
}

static int insert(struct set *s, int elem) {
  if (s->room == 0)
    return init_one(s, elem);
  if (s->count == s->room) {
    s->room *= 2;
    int *elems = realloc(s->elems, s->room * sizeof(int));
    if (!elems)
      return 0;
    s->elems = elems;
  }
  s->elems[s->count++] = elem;
  return 1;
}

static int fill(struct set *s, int n) {
  for (int i = 0; i < n; i++) {
    int elem = next_element();
    if (elem < 0)
      continue;
    if (!insert(s, elem))
      return 0;
  }
  return 1;
}

void twice_ok(struct set *s, int n) {
  fill(s, n);
  fill(s, n + 1);
}

void own_ok(int n) {
  struct set s = {0};
  fill(&s, n);
  fill(&s, n);
  free(s.elems);
}

void own_bad(int n) {
  struct set s = {0};
  fill(&s, n);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void again_bad(int n) {
  struct set s;
  init_one(&s, n);
  init_one(&s, n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(s.elems);
}
