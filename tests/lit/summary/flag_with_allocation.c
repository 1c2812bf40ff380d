// A flag that is set together with the allocation tells later whether to free.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static int use(const char *text) { return *text; }

int flag_ok(const char *text, int copy) {
  char *p = (char *)text;
  int mine = 0;
  if (copy) {
    p = strdup(text);
    if (!p)
      return -1;
    mine = 1;
  }
  int result = use(p);
  if (mine)
    free(p);
  return result;
}

int flag_bad(const char *text, int copy) {
  char *p = (char *)text;
  int mine = 0;
  if (copy) {
    p = strdup(text);
    if (!p)
      return -1;
    mine = 1;
  }
  int result = use(p);
  if (!mine)
    return result;
  if (result < 0)
    return result; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return result;
}
