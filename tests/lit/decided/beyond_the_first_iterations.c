// The buffer is made for the tenth number. The path engine looks at three iterations, never comes there, and so says
// nothing about it: what was proposed stays.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s
#include <stdlib.h>

int next_number(void);

int sum_of_many(void) {
  int *rest = NULL;
  int sum = 0;
  for (int count = 0;; ++count) {
    if (count == 10)
      rest = malloc(100 * sizeof *rest);
    const int number = next_number();
    if (number == 0)
      break;
    if (number < 0)
      return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
    sum += number;
    if (rest)
      rest[count % 100] = number;
  }
  free(rest);
  return sum;
}
