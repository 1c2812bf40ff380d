// Somebody unknown writes into a structure on some ways. On the others its numbers are what they were.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct writer {
  char *symbols;
  unsigned long size, room;
};

void enter_name(struct writer *w, const char *name);

// A block of its own for each symbol beyond the room.
static int add(struct writer *w, const char *name) {
  if (name)
    enter_name(w, name);
  if (w->size + 12 > w->room) {
    w->room = w->size + 12;
    w->symbols = malloc(w->room);
    if (!w->symbols)
      return 0;
  }
  w->size += 12;
  return 1;
}

// The first symbol fits: nothing is allocated.
void fits_ok(void) {
  struct writer w;
  w.size = 0;
  w.room = 500;
  w.symbols = NULL;
  add(&w, NULL);
}

void fits_not_bad(void) {
  struct writer w;
  w.size = 490;
  w.room = 500;
  w.symbols = NULL;
  add(&w, NULL);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Twice without a name: still nothing is written that nobody knows.
void fits_twice_ok(void) {
  struct writer w;
  w.size = 0;
  w.room = 24;
  w.symbols = NULL;
  add(&w, NULL);
  add(&w, NULL);
}
