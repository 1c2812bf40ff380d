// strtok remembers a place in its text until it is called again; it owns nothing.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

int words_bad(const char *line) {
  char *copy = strdup(line);
  int n = 0;
  if (!copy)
    return -1;
  for (char *at = strtok(copy, " "); at; at = strtok(NULL, " "))
    n++;
  return n; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
