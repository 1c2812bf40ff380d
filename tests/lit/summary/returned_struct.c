// A returned object with parts: if it is null there are no parts.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct person {
  char *name;
  char *mail;
};

static void person_free(struct person *p) {
  if (!p)
    return;
  free(p->name);
  free(p->mail);
  free(p);
}

struct person *person_new(const char *name, const char *mail) {
  struct person *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  p->name = strdup(name);
  p->mail = strdup(mail);
  if (!p->name || !p->mail) {
    person_free(p);
    return NULL;
  }
  return p;
}

int null_ok(void) {
  struct person *p = person_new("a", "b");
  if (!p)
    return -1;
  person_free(p);
  return 0;
}

int unchecked_ok(void) {
  struct person *p = person_new("a", "b");
  person_free(p);
  return 0;
}

int part_bad(void) {
  struct person *p = person_new("a", "b");
  if (!p)
    return -1;
  free(p->name);
  free(p); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0;
}
