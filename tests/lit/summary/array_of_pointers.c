// The elements of an array have one name, and are many objects: a loop that frees them frees each once.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

void local_array_ok(const char *text) {
  char *names[8];
  for (int i = 0; i < 8; i++)
    names[i] = strdup(text);
  for (int i = 0; i < 8; i++)
    free(names[i]);
}

void heap_array_ok(const char *text, int n) {
  char **names = calloc(n, sizeof *names);
  if (!names)
    return;
  for (int i = 0; i < n; i++)
    names[i] = strdup(text);
  for (int i = 0; i < n; i++)
    free(names[i]);
  free(names);
}

static void free_all(char **names, int n) {
  for (int i = 0; i < n; i++)
    free(names[i]);
  free(names);
}

void in_a_callee_ok(const char *text, int n) {
  char **names = calloc(n, sizeof *names);
  if (!names)
    return;
  for (int i = 0; i < n; i++)
    names[i] = strdup(text);
  free_all(names, n);
}

void elements_bad(const char *text, int n) {
  char **names = calloc(n, sizeof *names);
  if (!names)
    return;
  for (int i = 0; i < n; i++)
    names[i] = strdup(text);
  free(names); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void twice_bad(void) {
  char *names[2];
  names[0] = malloc(4);
  free(names[0]);
  free(names[0]); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}
