// A container that refuses what it is given says so by its result: then it is still the caller's.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct ring {
  char *slot[2];
  int many;
};

static int put(struct ring *ring, char *text) {
  if (ring->many == 2)
    return -1;
  ring->slot[ring->many++] = text;
  return 0;
}

int post_bad(struct ring *ring) {
  char *text = malloc(10);
  if (!text)
    return -1;
  if (put(ring, text) < 0)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0;
}
