// What a structure holds may be freed by whoever gets the structure: a function of which nothing is known, or one whose
// specification says so. Then nobody can say that a field is freed by nobody.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %S/Inputs/fields_handed_out.own | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct letter {
  char *text;
};
void unknown(struct letter *l);

void sent(void) {
  struct letter l;
  l.text = malloc(8);
  unknown(&l);
}

struct document {
  char *text;
};
void clear(struct document *d);

void cleared(void) {
  struct document d;
  d.text = malloc(8);
  clear(&d);
}

struct report {
  char *text;
};
void print(struct report *r);
void look(const struct report *r);

// CHECK: fields_handed_out.c:[[@LINE+5]]:{{.*}} warning: {{.*}}'text' is the last pointer to it
void printed(void) {
  struct report r;
  r.text = malloc(8);
  print(&r), look(&r);
}
// CHECK: {{^}}1 leak in 1 file
