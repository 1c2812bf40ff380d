// A status that is chosen by a null test tells later what the test told.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct context {
  char *buffer;
  size_t size;
};

int open_ok(struct context **out, size_t size) {
  struct context *context = calloc(1, sizeof *context);
  int status;
  *out = NULL;
  if (!context)
    return -1;
  context->buffer = malloc(size);
  status = context->buffer != NULL ? 0 : -2;
  if (status == 0)
    *out = context;
  else
    free(context);
  return status;
}

int open_bad(struct context **out, size_t size) {
  struct context *context = calloc(1, sizeof *context);
  int status;
  *out = NULL;
  if (!context)
    return -1;
  context->buffer = malloc(size);
  status = context->buffer != NULL ? -2 : 0;
  if (status == 0)
    *out = context;
  else
    free(context); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return status;
}
