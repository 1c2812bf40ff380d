// What is either freed or handed out: the caller that gets it has to free it.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static char *take(int n) {
  char *p = malloc(10);
  char *token = NULL;
  if (n) {
    token = p;
    p = NULL;
  }
  free(p);
  return token;
}

int first_bad(int n) {
  char *token = take(n);
  if (!token)
    return 0;
  return token[0] == 'x'; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
