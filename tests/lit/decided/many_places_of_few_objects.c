// `skipped` points to one of eight texts, at one of two places in each: more places than are followed, but not more
// objects. The text of the round before, which is one of them, is lost.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int next_entry(void *table, char **source);

struct names {
  char *a, *b, *c, *d, *e, *f, *g, *h;
};

int is_mounted(void *table, struct names *of, int kind, const char *prefix) {
  char *source, *joined = NULL;
  const char *text = kind == 1 ? of->a : kind == 2 ? of->b : kind == 3 ? of->c : kind == 4 ? of->d
                   : kind == 5 ? of->e : kind == 6 ? of->f : kind == 7 ? of->g : of->h;
  while (next_entry(table, &source) == 0) {
    if (prefix) {
      const char *skipped = *text == '/' ? text + 1 : text;
      if (asprintf(&joined, "%s/%s", prefix, skipped) <= 0)
        break;
      text = joined;
    } // CHECK: :[[@LINE]]:{{.*}}[leak]
    if (strcmp(source, text) == 0)
      break;
  }
  free(joined);
  return 0;
}
