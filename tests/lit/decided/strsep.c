// strsep moves the pointer behind the word that it returns, or to null after the last one.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int words(const char *text) {
  char *base = strdup(text), *rest = base, *word;
  int count = 0;
  if (!base)
    return -1;
  while ((word = strsep(&rest, ",")) != NULL)
    if (*word)
      ++count;
  free(base);
  return count;
}

int frees_null(const char *text) {
  char *base = strdup(text), *rest = base;
  int count = 0;
  if (!base)
    return -1;
  while (strsep(&rest, ","))
    ++count;
  free(rest);
  // CHECK: strsep.c:[[@LINE+1]]:{{.*}} warning: memory allocated by 'strdup' is lost here
  return count;
}
// CHECK: {{^}}1 leak in 1 file
