// Leaks just before the program ends: found with inferred `noreturn`, told only when that is asked for.
// RUN: %custody check --engine=ownership %s | FileCheck %s --check-prefix=OFF
// RUN: %custody check --engine=ownership --set ownership.abort-leaks=on %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
// OFF: nothing found
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Nobody wrote that it never returns.
static void die(const char *why) {
  fputs(why, stderr);
  exit(1);
}

// CHECK: in 'parse':
// CHECK: [[#@LINE+6]]:5: warning: memory allocated by 'strdup' is lost here
// CHECK: the program ends while 'copy' owns it
int parse(const char *text) {
  char *copy = strdup(text);
  int first = copy ? copy[0] : 0;
  if (first == 'x')
    die("bad text");
  free(copy);
  return first;
}
// CHECK: 1 leak in 1 file
