// Freeing an object loses what it alone held.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct box {
  char *label;
  char *content;
};

void borrowed_ok(char *label) {
  struct box *box = malloc(sizeof *box);
  if (!box)
    return;
  box->label = label;
  free(box);
}

char *handed_out_ok(const char *text) {
  struct box *box = malloc(sizeof *box);
  if (!box)
    return NULL;
  box->label = strdup(text);
  char *label = box->label;
  free(box);
  return label;
}

void label_bad(const char *text) {
  struct box *box = malloc(sizeof *box);
  if (!box)
    return;
  box->label = strdup(text);
  box->content = NULL;
  free(box); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void after_the_box_ok(const char *text) {
  struct box *box = calloc(1, sizeof *box);
  if (!box)
    return;
  box->label = strdup(text);
  if (!box->label) {
    free(box);
    return;
  }
  free(box->label);
  free(box);
}
