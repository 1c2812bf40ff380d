// What a callee stores behind a pointer of which nothing is known is kept: here a library sets up the space.
// RUN: echo 'void set_up(ref struct table *table);' > %t.own
// RUN: %custody check %s --no-cache --engine=summary --spec %t.own
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --spec %t.own | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct entry {
  void *data;
};

struct table {
  struct entry *space;
};

void set_up(struct table *table);
static struct table *all;

static void insert(struct table *table, void *data) {
  struct entry *entry = table->space;
  entry->data = data;
}

void inserted_ok(void) {
  all = malloc(sizeof *all);
  if (!all)
    return;
  set_up(all);
  insert(all, malloc(8));
}

static void insert_if(struct table *table, void *data, int is_wanted) {
  if (is_wanted)
    insert(table, data);
}

void refused_bad(void) {
  all = malloc(sizeof *all);
  if (!all)
    return;
  set_up(all);
  insert_if(all, malloc(8), 0);
} // CHECK: :[[@LINE-1]]:{{.*}}[leak]
