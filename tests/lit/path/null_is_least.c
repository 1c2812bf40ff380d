// No pointer is below null: `null > p` never holds, `p >= null` always does.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct chunk {
  char *first, *limit;
};

int above_ok(struct chunk *chunk) {
  char *memory = malloc(3);
  char *object = NULL;
  if (!memory)
    return 0;
  if (object > chunk->first && object < chunk->limit)
    return 1;
  free(memory);
  return 2;
}

int below_ok(struct chunk *chunk) {
  char *memory = malloc(3);
  char *object = NULL;
  if (!memory)
    return 0;
  if (chunk->first >= object)
    free(memory);
  return 2;
}

int above_bad(struct chunk *chunk) {
  char *memory = malloc(3);
  char *object = NULL;
  if (!memory)
    return 0;
  if (chunk->first > object)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(memory);
  return 2;
}
