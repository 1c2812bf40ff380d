// What a callee gives to unknown code may have lost its parts there before the callee puts others in their place.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct list {
  char *first;
};
struct writer {
  char *line;
  struct list *done;
};

void look(struct writer *);

// Moves the line to where others find it.
static void endLine(struct writer *w) {
  look(w);
  w->done->first = w->line;
  w->line = malloc(80);
}

void two_lines_ok(struct list *done) {
  struct writer w = {malloc(80), done};
  endLine(&w);
  free(w.line);
}

static void clear(struct writer *w) {
  w->line = malloc(80);
}

void cleared_bad(void) {
  struct writer w = {malloc(80), 0};
  clear(&w); // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(w.line);
}
