// What a callee overwrites far from its arguments may be another place than the one that it is taken for: two names of
// the callee are one place here, or one name stands for many. Nothing is lost there. Near the arguments it is.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct cell {
  char *name;
  struct cell *next;
};
struct list {
  struct cell *first, **end;
};
struct owner {
  struct list *list;
  char *title;
};

static struct cell *make(const char *name) {
  struct cell *cell = malloc(sizeof *cell);
  if (!cell)
    abort();
  cell->name = strdup(name);
  cell->next = NULL;
  return cell;
}

// The place that `end` points to is `first` or the `next` of a cell that was appended before.
static void append(struct owner *owner, const char *name) {
  struct cell *cell = make(name);
  *owner->list->end = cell;
  owner->list->end = &cell->next;
}

static struct cell *append_rec(struct cell *root, const char *name) {
  if (!root)
    return make(name);
  struct cell *last = root;
  while (last->next)
    last = last->next;
  last->next = append_rec(last->next, name);
  return root;
}

void fill(struct owner *owner, const char **names) {
  owner->list->first = NULL;
  owner->list->end = &owner->list->first;
  for (; *names; names++)
    append(owner, *names);
}

static void append_to(struct cell **list, const char *name) { *list = append_rec(*list, name); }

struct cell *build(void) {
  struct cell *all = NULL;
  append_to(&all, "first");
  append_to(&all, "second");
  return all;
}

static void set_title(struct owner *owner, const char *title) { owner->title = strdup(title); }

void retitle(struct owner *owner) {
  set_title(owner, "one");
  set_title(owner, "two"); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
