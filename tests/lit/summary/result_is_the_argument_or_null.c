// A library function that returns its argument or null, by its specification: fgets ends a loop, and what follows is reached.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int count(FILE *from) {
  char line[80];
  int many = 0;
  char *last = malloc(80);
  if (!last)
    return -1;
  while (fgets(line, sizeof line, from) != NULL) {
    many++;
    strcpy(last, line);
  }
  if (many > 3)
    // CHECK: :[[@LINE+1]]:5: warning: memory allocated by 'malloc' is lost here: 'last' is the last pointer to it [leak]
    return 3;
  free(last);
  return many;
}

int length(const char *text) {
  char *copy = malloc(80);
  if (!copy)
    return -1;
  if (!strcpy(copy, text)) // never null
    return -1;
  int n = (int)strlen(copy);
  free(copy);
  return n;
}
