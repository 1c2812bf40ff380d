// What does not fit for an analysis without paths, and is right: told on demand only.
// RUN: %custody check --engine=ownership %s
// RUN: %custody check --engine=ownership --set ownership.unconfirmed=on %s > %t || true
// RUN: FileCheck %s --input-file=%t
#include <stdlib.h>

// CHECK: in 'flag':
void flag(int own) {
  char *p = 0;
  if (own)
    p = malloc(3);
  p[0] = 1;
  if (own)
    free(p);
}

void buffer(int n) {
  char small[16];
  char *p = small;
  if (n > 16)
    p = malloc(n);
  p[0] = 1;
  if (p != small)
    free(p);
}
