// A callee that reads through a null argument does not return: what was lost before it is no leak.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static char *append(char *s, const char *more) {
  const char first = s[0];
  char *t = realloc(s, strlen(s) + strlen(more) + 1);
  if (!t)
    return NULL;
  strcat(t, more);
  t[0] = first;
  return t;
}

char *build(void) {
  char *s = strdup("one");
  if (!s)
    return NULL;
  s = append(s, "two");
  s = append(s, "three");
  s[0] = 'O';
  return s;
}

char *build_bad(void) {
  char *s = strdup("one");
  if (!s)
    return NULL;
  s = append(s, "two"); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return s;
}
