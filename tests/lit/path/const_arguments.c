// A function of which nothing is known but that its parameter points to const does not keep the argument.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct pair {
  char *name;
};
int look(const char *text);
int look_at(const struct pair *pair);
int change(char *text);

int looked_bad(void) {
  char *text = malloc(9);
  if (!text)
    return -1;
  return look(text); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int changed_ok(void) {
  char *text = malloc(9);
  if (!text)
    return -1;
  return change(text);
}

// What hangs on it may be kept.
int inner_ok(void) {
  struct pair pair = {malloc(9)};
  return look_at(&pair);
}
