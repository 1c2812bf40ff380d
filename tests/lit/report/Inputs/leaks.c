#include <stdlib.h>

int first(int n) {
  char *p = malloc(16);
  if (!p)
    return -1;
  if (n > 3)
    return 1;
  free(p);
  return 0;
}

int second(int n) {
  int *q = malloc(sizeof *q);
  if (!q)
    return -1;
  *q = n;
  return *q > 3;
}

int third(int n) {
  int *q = malloc(sizeof *q); // custody-ignore: an example
  if (!q)
    return -1;
  *q = n;
  return *q > 3;
}
