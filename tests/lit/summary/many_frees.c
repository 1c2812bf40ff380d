// A function that frees very much tells the parts nearest to its arguments by name. Of the others callers learn that
// whoever holds them is freed with them, or, where nobody is, that they are kept.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody check --engine=summary %s --no-cache --set summary.max-frees=2 | FileCheck %s --check-prefix=FEW
// RUN: %custody sigs %s --no-cache --function=form_free --function=form_clear --set summary.max-frees=2 | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

// SIG-LABEL: form_free:
// SIG: frees arg1* with its parts
// SIG-NEXT: frees arg1*.from*{{$}}
// SIG-NOT: frees

// SIG-LABEL: form_clear:
// SIG: frees arg1*.from*.day*{{$}}
// SIG-NEXT: frees arg1*.from*.month*{{$}}
// SIG-NEXT: keeps arg1*.from*.year*{{$}}

struct date {
  char *day, *month, *year;
};
struct form {
  struct date *from, *to;
  char *title, *forgotten;
};

static void form_clear(struct form *f) {
  free(f->from->day);
  free(f->from->month);
  free(f->from->year);
}

static void form_free(struct form *f) { // but not what it has forgotten
  free(f->from);
  free(f->to);
  free(f->title);
  free(f);
}

static struct form *form_new(void) {
  struct form *f = calloc(1, sizeof *f);
  if (!f)
    abort();
  f->from = calloc(1, sizeof *f->from);
  f->to = calloc(1, sizeof *f->to);
  f->title = malloc(8);
  return f;
}

// With fewer names nobody can tell what is freed with the form.
// FEW: nothing found
void forgotten_bad(void) {
  struct form *f = form_new();
  f->forgotten = malloc(8);
  form_free(f); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void freed_ok(void) {
  struct form *f = form_new();
  form_free(f);
}

void cleared_ok(void) {
  struct form *f = form_new();
  if (!f->from)
    abort();
  f->from->day = malloc(3);
  f->from->month = malloc(3);
  f->from->year = malloc(5);
  form_clear(f);
  form_free(f);
}
