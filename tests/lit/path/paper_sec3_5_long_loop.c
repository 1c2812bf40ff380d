// Section 3.5: a loop that does not end in three iterations is looked at once more; what follows it is reached.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void after_bad(void) {
  char *p = malloc(4);
  int i;
  for (i = 0; i < 10000; i++)
    ;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void after_ok(void) {
  char *p = malloc(4);
  int i;
  for (i = 0; i < 10000; i++)
    ;
  free(p);
}

// After the loop i is not smaller than 10000: the condition of the exit holds.
void exit_condition_ok(void) {
  char *p = malloc(4);
  int i;
  for (i = 0; i < 10000; i++)
    ;
  if (i >= 10000)
    free(p);
}

int sum(const int *a) {
  int i, n = 0;
  char *p = malloc(4);
  for (i = 0; i < 10000; i++)
    n += a[i];
  if (n > 4)
    return n; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(p);
  return n;
}

void every_round_ok(void) {
  for (int i = 0; i < 1000; i++) {
    char *p = malloc(3);
    free(p);
  }
}
