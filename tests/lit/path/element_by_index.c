// An element of an array is known by its index: what a function made sure of for one element holds when its caller
// asks for that element again, and not when it asks for another.
//
// RUN: not %custody check --engine=path %s | FileCheck %s
// RUN: not %custody check %s | FileCheck %s
// CHECK-NOT: warning
#include <stdlib.h>
#include <string.h>

struct slot {
  char *text;
  char *note;
};
struct table {
  unsigned count;
  struct slot *slots;
};

static int ensure(struct table *t, unsigned i, int isNeeded) {
  if (i >= t->count) {
    unsigned n = i + 1;
    struct slot *grown = realloc(t->slots, n * sizeof *grown);
    if (!grown)
      return 0;
    memset(grown + t->count, 0, (n - t->count) * sizeof *grown);
    t->slots = grown;
    t->count = n;
  }
  if (isNeeded) {
    struct slot *s = t->slots + i;
    if (s->text == NULL) {
      s->text = malloc(8);
      if (s->text == NULL)
        return 0;
    }
  }
  return 1;
}

static int readSlot(struct table *t, unsigned long i, char **out) {
  i -= 8;
  if (!ensure(t, i, 1))
    return 0;
  *out = t->slots[i].text;
  return 1;
}

int sameElement(struct table *t, unsigned long i) {
  char *text;
  if (!readSlot(t, i, &text))
    return 0;
  if (text == NULL) {
    char *p = malloc(4); // never
    return p != NULL;
  }
  return 1;
}

// CHECK: in 'otherElement'
// CHECK: [[#@LINE+5]]:5: warning: memory allocated by 'malloc' is lost here: 'p'
int otherElement(struct table *t, unsigned i) {
  ensure(t, i, 1);
  if (t->slots[i + 1].text == NULL) {
    char *p = malloc(4);
    return p != NULL;
  }
  return 1;
}

// CHECK: in 'otherField'
// CHECK: [[#@LINE+5]]:5: warning: memory allocated by 'malloc' is lost here: 'p'
int otherField(struct table *t, unsigned i) {
  ensure(t, i, 1);
  if (t->slots[i].note == NULL) {
    char *p = malloc(4);
    return p != NULL;
  }
  return 1;
}

// CHECK: in 'notMadeSure'
// CHECK: [[#@LINE+5]]:5: warning: memory allocated by 'malloc' is lost here: 'p'
int notMadeSure(struct table *t, unsigned i) {
  ensure(t, i, 0);
  if (t->slots[i].text == NULL) {
    char *p = malloc(4);
    return p != NULL;
  }
  return 1;
}

// CHECK: in 'overwritten'
// CHECK: [[#@LINE+6]]:5: warning: memory allocated by 'malloc' is lost here: 'p'
int overwritten(struct table *t, unsigned i, unsigned j) {
  ensure(t, i, 1);
  t->slots[j].text = NULL; // the same one, perhaps
  if (t->slots[i].text == NULL) {
    char *p = malloc(4);
    return p != NULL;
  }
  return 1;
}
// CHECK-NOT: warning
