// The summary engine proposes, the path engine decides. To the first, 'n * flags > 64' says nothing about where the
// buffer is, and the free looks wrong.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --check-prefix=PROPOSED
// PROPOSED: warning: memory is freed here and is not on the heap
// PROPOSED: {{^}}2 leaks, 1 free of non-heap memory in 1 file
//
// The evidence of all is one finding's.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --explain | FileCheck %s --check-prefix=BOTH
// BOTH: note: on the path where 'n * flags' is at most 64 (with 'n * flags' = {{[0-9]+}})
// BOTH: note: relying on this: 'strlen' neither frees nor keeps its argument 1
// BOTH: the engines ownership, path, summary agree
//
// What is refuted can be seen, ranked low.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --set decided.keep-refuted=on --explain | FileCheck %s --check-prefix=KEPT
// KEPT: warning: memory is freed here and is not on the heap
// KEPT: -40{{.*}}the path engine finds no way on which it happens
//
// What is too costly stays as it was proposed.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --set path.max-nodes=1 --explain | FileCheck %s --check-prefix=OPEN
// OPEN: warning: memory is freed here and is not on the heap
// OPEN: -5{{.*}}too costly for the path engine to decide
//
// RUN: %python %driver/status.py 2 %custody check %s --no-cache --set decided.magic=on 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: the decided engine has no setting 'magic'; it has keep-refuted
#include <stdlib.h>
#include <string.h>



int guarded_ok(int n, int flags) {
  char small[32];
  char *buffer = small;
  if (n * flags > 32) {
    buffer = malloc(n);
    if (!buffer)
      return -1;
  }
  int s = (int)strlen(strcpy(buffer, "text"));
  if (n * flags > 32)
    free(buffer);
  return s;
}

int guarded_bad(int n, int flags) {
  char small[32];
  char *buffer = small;
  if (n * flags > 32) {
    buffer = malloc(n);
    if (!buffer)
      return -1;
  }
  int s = (int)strlen(strcpy(buffer, "text"));
  if (n * flags > 64)
    free(buffer);
  return s; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// Which character is compared nobody knows, and so not what it was.
int first_bad(const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  const char *equals = strchr(text, '=');
  if (equals && equals[1] == '\0') // BOTH: note: {{.*}}on the path where 'equals[1]' is 0{{$}}
    return 1;                      // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(copy);
  return 0;
}
