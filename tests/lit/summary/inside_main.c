// What main loses before its end is lost.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

int main(int argc, char **argv) {
  char *p = NULL;
  for (int i = 0; i < argc; i++)
    p = malloc(10); // CHECK: :[[@LINE]]:{{.*}}[leak]
  if (p)
    p[0] = argv[0][0];
  return 0;
}
