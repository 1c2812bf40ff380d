// A destructor of a structure with more pointers than a function has names for: the parts that have no name are not
// taken to be lost with the structure.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct large {
  char *parts[320];
};
struct small {
  char *first, *second;
};

#define FREE4(n) free(large->parts[n]), free(large->parts[n + 1]), free(large->parts[n + 2]), free(large->parts[n + 3]);
#define FREE16(n) FREE4(n) FREE4(n + 4) FREE4(n + 8) FREE4(n + 12)
#define FREE64(n) FREE16(n) FREE16(n + 16) FREE16(n + 32) FREE16(n + 48)

static void destroy_large(struct large *large) {
  FREE64(0) FREE64(64) FREE64(128) FREE64(192) FREE64(256)
  free(large);
}

static void destroy_small(struct small *small) {
  free(small->first);
  free(small);
}

void use_large(void) {
  struct large *large = calloc(1, sizeof *large);
  if (!large)
    return;
  large->parts[300] = malloc(3);
  destroy_large(large);
}

void use_small(void) {
  struct small *small = calloc(1, sizeof *small);
  if (!small)
    return;
  small->second = malloc(3);
  destroy_small(small); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
