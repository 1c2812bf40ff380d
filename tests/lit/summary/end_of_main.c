// What main holds when it returns is the system's to take back, unless one asks.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --check-prefix=SILENT --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --exit-leaks | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

// SILENT: nothing found
int main(int argc, char **argv) {
  char *p = malloc(10);
  if (argc > 1 && p)
    p[0] = argv[1][0];
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
