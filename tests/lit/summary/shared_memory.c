// What others can reach and what may hold one of many things is not followed any more (Blurred). Whoever frees such an
// object may have freed its parts.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>

struct box {
  char *name;
  char *label;
};

void watch(struct box *); // keeps it

static void destroy(struct box *b, char *o, char *p, char *q, char *r, char *s, int n) {
  watch(b);
  switch (n) {
  case 1:
    b->name = o;
    break;
  case 2:
    b->name = p;
    break;
  case 3:
    b->name = q;
    break;
  case 4:
    b->name = r;
    break;
  case 5:
    b->name = s;
    break;
  }
  if (n > 5)
    puts("none of them");
  free(b->name);
  free(b);
}

static void destroyHalf(struct box *b) {
  watch(b);
  free(b->label);
  free(b);
}

static struct box *make(void) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    exit(1);
  b->label = NULL;
  b->name = malloc(8);
  return b;
}

void destroysOneOfMany_ok(char *o, char *p, char *q, char *r, char *s, int n) {
  destroy(make(), o, p, q, r, s, n);
}

void destroysHalf_bad(void) {
  // CHECK: shared_memory.c:[[@LINE+1]]:3: warning: memory allocated by 'make' is lost here [leak]
  destroyHalf(make());
}

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

void writesTwoLines_ok(struct list *done) {
  struct writer w = {malloc(80), done};
  endLine(&w);
  free(w.line);
}
