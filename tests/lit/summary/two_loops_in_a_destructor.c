// What follows a loop is seen, however many states meet at its head: a destructor frees the second array, too.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <stdlib.h>

struct run {
  char **inputs;
  int ninputs;
  char **outputs;
  int noutputs;
  char *name;
  char *error;
};

static void run_free(struct run *run) {
  int i;
  if (!run)
    return;
  if (run->name)
    free(run->name);
  if (run->error)
    free(run->error);
  if (run->inputs) {
    for (i = 0; i < run->ninputs; i++)
      if (run->inputs[i])
        free(run->inputs[i]);
    free(run->inputs);
  }
  if (run->outputs) {
    for (i = 0; i < run->noutputs; i++)
      if (run->outputs[i])
        free(run->outputs[i]);
    free(run->outputs);
  }
  free(run);
}

struct run *run_new_ok(int n) {
  struct run *run = calloc(1, sizeof *run);
  if (!run)
    return NULL;
  run->inputs = calloc(n, sizeof *run->inputs);
  run->outputs = calloc(n, sizeof *run->outputs);
  run->error = malloc(80);
  if (!run->inputs || !run->outputs || !run->error) {
    run_free(run);
    return NULL;
  }
  run->ninputs = run->noutputs = n;
  return run;
}
