// What does not fit is told with its rank (4.3.2): constants, joins by how many ways come together, choices, joins after
// break, continue and goto. The better the constraint, the higher the finding.
// RUN: not %custody check --engine=ownership --explain %s | FileCheck %s
#include <stdlib.h>

int cond(int);

// CHECK: in 'plain_join':
// CHECK: note: rank 78 of 100
// CHECK: +3 what does not fit has rank 2 of 6: a join of 2 ways
void plain_join(int n) {
  char *p = malloc(1);
  if (n)
    free(p);
}

// CHECK: in 'after_break':
// CHECK: note: rank 76 of 100
// CHECK: +1 what does not fit has rank 4 of 6: a join of 2 ways after 'break'
void after_break(void) {
  char *p = malloc(1);
  for (;;) {
    if (cond(1)) {
      free(p);
      break;
    }
    if (cond(2))
      break;
  }
  cond(3);
}

// CHECK: in 'after_goto':
// CHECK: note: rank 76 of 100
// CHECK: +1 what does not fit has rank 4 of 6: a join of 2 ways after 'goto'
void after_goto(void) {
  char *p = malloc(1);
  if (cond(1))
    goto out;
  free(p);
out:
  cond(2);
}

// CHECK: in 'wide_join':
// CHECK: note: rank 75 of 100
// CHECK: +0 what does not fit has rank 4 of 6: a join of 4 ways after 'break'
void wide_join(int n) {
  char *p = malloc(1);
  switch (n) {
  case 1:
    free(p);
    break;
  case 2:
    free(p);
    break;
  case 3:
    cond(3);
    break;
  default:
    free(p);
  }
  cond(4);
}
