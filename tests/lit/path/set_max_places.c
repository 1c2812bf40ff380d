// How many places of loss are searched for one allocation.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-places=1 | FileCheck %s --check-prefix=ONE
#include <stdlib.h>

// CHECK-COUNT-2: also lost here
// CHECK-NOT: also lost here
// ONE-NOT: also lost here
// ONE: {{^}}1 leak in 1 file
int places(int n) {
  char *p = malloc(3);
  if (n == 1)
    return 1;
  if (n == 2)
    return 2;
  if (n == 3)
    return 3;
  free(p);
  return 0;
}
