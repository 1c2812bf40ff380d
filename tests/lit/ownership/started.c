// What a path knows of a variable from before an allocation is no longer so after it; and what a library calls back gets
// no argument of the call itself.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

// CHECK: in 'set_to_null_first_bad':
// CHECK: [[#@LINE+8]]:5: warning: memory allocated by 'malloc' is lost here: 'body' is the last pointer to it
int set_to_null_first_bad(const char *text, int kind) {
  char *body = NULL;
  body = malloc(strlen(text) + 1);
  if (!body)
    goto out;
  strcpy(body, text);
  if (kind == 3)
    return 0;
out:
  free(body);
  return 1;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// CHECK: in 'sorted_bad':
// CHECK: warning: memory allocated by 'malloc' is lost here: 'all' is the last pointer to it
int sorted_bad(const int *from, int count) {
  int *all = malloc(count * sizeof *all);
  if (!all)
    return 0;
  memcpy(all, from, count * sizeof *all);
  qsort(all, count, sizeof *all, compare);
  int first = all[0];
  if (first < 0)
    return -1;
  free(all);
  return first;
}
// CHECK: 2 leaks in 1 file
