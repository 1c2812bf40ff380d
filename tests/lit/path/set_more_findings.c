// What is left out unless asked for: what main still holds when the program ends, and things that are no memory.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --check-prefix=NONE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --exit-leaks | FileCheck %s --check-prefix=EXIT --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.exit-leaks=on | FileCheck %s --check-prefix=EXIT --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --resources | FileCheck %s --check-prefix=FILES --implicit-check-not='warning: '
// RUN: %custody check %s --no-cache --engine=summary | FileCheck %s --check-prefix=NONE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --exit-leaks | FileCheck %s --check-prefix=EXIT --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --set summary.exit-leaks=on | FileCheck %s --check-prefix=EXIT --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --resources | FileCheck %s --check-prefix=FILES --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.resources=on | FileCheck %s --check-prefix=FILES --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --set summary.resources=on | FileCheck %s --check-prefix=FILES --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>

// NONE: nothing found
int size(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  return 0; // FILES: :[[@LINE]]:{{.*}}[leak]
}

int main(int argc, char **argv) {
  char *p = malloc(3);
  if (!p)
    return 1;
  return size(argv[0]); // EXIT: :[[@LINE]]:{{.*}}[leak]
}
