// Conditions on what a call returns are told by the call.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s
// CHECK: branch_words.c:{{[0-9:]+}} note: on the path where 'strcmp(…)' is 0{{$}}
// CHECK: note: lost here: 'copy' goes out of scope
#include <stdlib.h>
#include <string.h>

int words_bad(const char *from) {
  char *copy = strdup(from);
  if (!copy)
    return -1;
  if (strcmp(copy, "none") == 0)
    return 2;
  free(copy);
  return 0;
}
