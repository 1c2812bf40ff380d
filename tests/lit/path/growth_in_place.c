// `s = append(s, text)` where a reallocation deep below may fail: nobody wants to read that at each call.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --check-prefix=SUMMARY --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
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

void behind_a_pointer_ok(char **out, const char *text) {
  *out = strdup("a");
  if (!*out)
    return;
  *out = append(*out, text);
  *out = append(*out, "b");
}

struct line {
  struct line *next;
  const char *before, *after;
  int kind;
};

// More blocks than are followed.
char *lines_ok(struct line *line) {
  char *s = strdup("");
  for (; s && line; line = line->next)
    if (line->kind == 1) {
      s = append(s, line->before);
    } else if (line->kind == 2) {
      s = append(s, line->before);
      s = append(s, ":");
      s = append(s, line->after);
    }
  return s;
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
                 // SUMMARY: :[[@LINE-1]]:{{.*}}[leak]
  free(copy);
  return s;
}

// As with realloc itself.
char *direct_bad(void) {
  char *s = malloc(8);
  if (!s)
    return NULL;
  s = make_room(s, 16); // CHECK: :[[@LINE]]:{{.*}}[leak]
                        // SUMMARY: :[[@LINE-1]]:{{.*}}[leak]
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
