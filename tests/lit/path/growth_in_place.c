// `s = append(s, text)` where a reallocation deep below may fail: nobody wants to read that at each call.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static char *make_room(char *s, size_t n) {
  return realloc(s, n);
}

static char *append(char *s, const char *text) {
  s = make_room(s, strlen(s) + strlen(text) + 1);
  if (!s)
    return NULL;
  strcat(s, text);
  return s;
}

char *several_ok(void) {
  char *s = strdup("a");
  if (!s)
    return NULL;
  s = append(s, "b");
  if (!s)
    return NULL;
  s = append(s, "c");
  return s;
}

char *nested_ok(void) {
  return append(append(strdup("a"), "b"), "c");
}

// Something else is lost.
char *several_bad(const char *name) {
  char *s = strdup("a");
  if (!s)
    return NULL;
  char *copy = strdup(name);
  s = append(s, "b");
  if (!s)
    return NULL; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(copy);
  return s;
}

// As with realloc itself.
char *direct_bad(void) {
  char *s = malloc(8);
  if (!s)
    return NULL;
  s = make_room(s, 16); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return s;
}

// Not growth: what is given is kept only if all goes well.
struct node {
  struct node *inner;
};

static struct node *new_node(void) {
  return calloc(1, sizeof(struct node));
}

static struct node *wrap(struct node *inner) {
  struct node *outer = new_node();
  if (!outer)
    return NULL;
  outer->inner = inner;
  return outer;
}

struct node *wrapped_bad(void) {
  struct node *n = new_node();
  if (!n)
    return NULL;
  n = wrap(n); // CHECK: :[[@LINE]]:{{.*}}[leak]
  return n;
}
