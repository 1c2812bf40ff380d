// A finding tells what it believes of other functions, in every format.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --format=json | FileCheck %s --check-prefix=JSON
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache --format=json | FileCheck %s --check-prefix=JSON
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --format=sarif | FileCheck %s --check-prefix=SARIF
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache --format=sarif | FileCheck %s --check-prefix=SARIF
#include <stdlib.h>
#include <string.h>

static char *make(void) {
  return malloc(10);
}

static void look(int n, const char *p) {
  if (p && n)
    abort();
}

// CHECK: interfaces.c:[[#@LINE+6]]:{{.*}}note: handed to 'look'
// CHECK: interfaces.c:[[#@LINE-6]]:{{.*}}note: relying on this: 'look' neither frees nor keeps its argument 2
// JSON: "interfaces":[{{.*}}{"function":"look","text":"'look' neither frees nor keeps its argument 2","at":{
// SARIF: "text": "'look' neither frees nor keeps its argument 2"
int looked_at_bad(int n) {
  char *p = make();
  look(n, p);
  return n;
}

static void drop(char *p) {
  free(p);
}

// CHECK: relying on this: 'drop' frees what it is given
void dropped_bad(void) {
  char *p = malloc(10);
  free(p);
  drop(p);
}
