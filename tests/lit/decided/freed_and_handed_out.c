// What a callee frees and still hands out may be freed again: also where it is one of several blocks of one statement,
// of which the caller gets the last.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s
#include <stdlib.h>

int more(void);

static int grow_dangling(char **all) {
  while (more()) {
    char *larger = realloc(*all, 8);
    if (!larger) {
      if (!*all)
        return -1;
      free(*all);
      return -2;
    }
    *all = larger;
  }
  return 0;
}

void again_bad(void) {
  char *all = NULL;
  if (grow_dangling(&all) == -2)
    free(all); // CHECK: :[[@LINE]]:{{.*}}a second time [double-free]
  else
    free(all);
}

// CHECK-NOT: warning:

static int grow(char **all) {
  while (more()) {
    char *larger = realloc(*all, 8);
    if (!larger) {
      free(*all);
      *all = NULL;
      return -2;
    }
    *all = larger;
  }
  return 0;
}

void once_ok(void) {
  char *all = NULL;
  grow(&all);
  free(all);
}

static int grow_and_leave(char **all) {
  while (more()) {
    char *larger = realloc(*all, 8);
    if (!larger)
      return -2;
    *all = larger;
  }
  return 0;
}

void left_ok(void) {
  char *all = NULL;
  if (grow_and_leave(&all) == -2)
    free(all);
  else
    free(all);
}
