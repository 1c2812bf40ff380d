// Section 4.2: a pointer that is taken apart and put together again, as page and offset, is not lost as long as somebody has
// its parts. The paper lets it escape; here what is computed from an address still holds the object.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

typedef unsigned long word;
static word page, place, hidden;
static unsigned low, high;

void stored_in_parts_ok(void) {
  word n = (word)malloc(8);
  page = n >> 12;
  place = n & 4095;
}

void *put_together_ok(void) {
  word n = (word)malloc(8);
  word top = n >> 12, rest = n & 4095;
  return (void *)((top << 12) | rest);
}

void parts_bad(void) {
  word n = (word)malloc(8);
  word top = n >> 12, rest = n & 4095;
  (void)top, (void)rest;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void hidden_ok(void) {
  hidden = ~(word)malloc(8);
}

// Two words of 32 bits, as arguments of makecontext.
void halves_ok(void) {
  word n = (word)malloc(8);
  low = (unsigned)n;
  high = (unsigned)(n >> 32);
}

// A list that can be walked both ways with one link.
struct node {
  word link;
};
static struct node *head;
void links_in_one_ok(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  if (!a || !b || !c)
    exit(1);
  a->link = c->link = (word)b;
  b->link = (word)a ^ (word)c;
  head = b;
}

void links_in_one_bad(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b)
    exit(1);
  b->link = (word)a ^ (word)head;
  free(b);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// How far two places are apart is no pointer to either.
word distance_bad(void) {
  char *p = malloc(8), *q = p + 3;
  return q - p; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

word all(void) {
  return page + place + hidden + low + high + (head != 0);
}
