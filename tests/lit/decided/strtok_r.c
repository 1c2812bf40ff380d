// What strtok_r remembers stays in the text until there are no tokens left: a loop goes round as often as it likes.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

int third_token_bad(char *line) {
  char *rest = NULL, *held = NULL;
  int n = 0;
  for (char *at = strtok_r(line, ",", &rest); at; at = strtok_r(NULL, ",", &rest))
    if (++n == 3)
      held = malloc(4);
  return n; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

struct record {
  char *name, *path;
};

// A counter that only grows: each case runs once.
struct record *record_ok(char *line) {
  struct record *r = calloc(1, sizeof *r);
  char *rest = NULL;
  int field = 0;
  if (!r)
    return NULL;
  for (char *at = strtok_r(line, "\t", &rest); at; at = strtok_r(NULL, "\t", &rest)) {
    switch (field++) {
    case 0:
      r->name = strdup(at);
      break;
    case 2:
      r->path = strdup(at);
      break;
    }
  }
  return r;
}
