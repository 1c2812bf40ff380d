// Functions and their data go together: what one of them would make of the data of another does not exist.
// RUN: %custody check --engine=summary %s --no-cache --engine=summary | FileCheck %s
// CHECK: nothing found
#include <stdio.h>
#include <stdlib.h>
struct text {
  char *at;
  size_t size;
};
typedef int put(const char *s, void *data);
static int put_text(const char *s, void *data) {
  struct text *t = data;
  t->at = malloc(10);
  t->at[0] = s[0];
  t->size = 1;
  return 0;
}
static int put_file(const char *s, void *data) {
  return fputs(s, data);
}
static int indent(int n, put *out, void *data) {
  for (int i = 0; i < n; i++)
    if (out(" ", data))
      return -1;
  return 0;
}
int to_file(FILE *f) {
  return indent(3, put_file, f);
}
char *to_text(void) {
  struct text t = {0, 0};
  if (indent(3, put_text, &t)) {
    free(t.at);
    return 0;
  }
  return t.at;
}
