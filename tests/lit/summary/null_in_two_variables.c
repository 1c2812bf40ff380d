// `if ((p = make()) == NULL)` tests the result of the call, and `p` is a copy of it: null in one is null in both, also
// where several allocations may be behind it.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static char *make(int kind) {
  switch (kind) {
  case 1:
    return malloc(1);
  case 2:
    return malloc(2);
  case 3:
    return strdup("three");
  case 4:
    return calloc(4, 1);
  case 5:
    return strdup("five");
  case 6:
    return malloc(6);
  case 7:
    return strdup("seven");
  case 8:
    return malloc(8);
  case 9:
    return realloc(NULL, 9);
  }
  return NULL;
}

int use(int kind) {
  char *text;
  if ((text = make(kind)) == NULL)
    return -1;
  free(text);
  return 0;
}

int forget(int kind) {
  char *text;
  if ((text = make(kind)) == NULL)
    return -1;
  return text[0]; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
