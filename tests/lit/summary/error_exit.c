// What is held when the process ends is no leak, and neither is what a function that does not return had.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>

_Noreturn void fatal(const char *);

static void die(const char *text) {
  fputs(text, stderr);
  exit(2);
}

void exit_ok(int n) {
  char *p = malloc(10);
  if (n)
    exit(1);
  free(p);
}

void noreturn_ok(int n) {
  char *p = malloc(10);
  if (n)
    fatal("n");
  free(p);
}

void inferred_ok(int n) {
  char *p = malloc(10);
  if (n)
    die("n");
  free(p);
}

void returns_bad(int n) {
  char *p = malloc(10);
  if (n) {
    fputs("n", stderr);
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  }
  free(p);
}
