// Leaks and double frees of the sort that maintainers of real programs have fixed, and that are not told. One that is
// told one day makes this fail: the function then loses its FN_.
// RUN: %python %driver/status.py 0 %custody check %s --no-cache | FileCheck %s
// CHECK: nothing found
#include <stdlib.h>
#include <string.h>

// What is not looked at may have been kept, on the way on which set_size fails and nobody asks.
struct capture {
  int is_active, size;
  unsigned *types, *precisions;
  char message[64];
};

int write_message(char *into, size_t size, const char *text);

static int set_size(struct capture *capture, int size) {
  if (capture->is_active) {
    write_message(capture->message, sizeof capture->message, "it is active");
    return -4;
  }
  capture->size = size;
  return 0;
}

struct capture *FN_taken_on_failure(void) {
  struct capture *capture = calloc(1, sizeof *capture);
  if (!capture)
    return NULL;
  set_size(capture, 65535);
  capture->types = malloc(12);
  if (!capture->types) {
    free(capture);
    return NULL;
  }
  capture->precisions = malloc(8);
  if (!capture->precisions) {
    free(capture); // and capture->types
    return NULL;
  }
  return capture;
}

// Two ways out with one result, on one of which the caller is left a pointer to what is freed.
static int allocate(int **out, int n) {
  *out = malloc(4);
  if (!*out)
    return -1;
  if (n > 3) {
    free(*out);
    return -1;
  }
  return 0;
}

void FN_freed_by_callee_on_one_way(int n) {
  int *p = NULL;
  allocate(&p, n);
  free(p);
}

// The caller's memory: that it is freed later shows whose it was.
struct line {
  char *cells, *extension;
};

void FN_cleared_before_it_is_freed(struct line *line) {
  free(line->cells);
  memset(line, 0, sizeof *line); // line->extension
  free(line->extension);
}
