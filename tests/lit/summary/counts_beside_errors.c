// A function that returns -1 on failure returns a count otherwise: whatever the count may be, it is not the error.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static int join(char **target, const char *const *words, int n) {
  char *text = NULL;
  int total = 0;
  for (int i = 0; i < n; i++) {
    if (!words[i])
      goto error;
    total += (int)strlen(words[i]) + 1;
  }
  text = malloc(total + 1);
  if (!text)
    goto error;
  text[0] = 0;
  for (int i = 0; i < n; i++)
    strcat(text, words[i]);
  *target = text;
  return total;
error:
  free(text);
  return -1;
}

void use(const char *);

int joined_ok(const char *const *words, int n) {
  char *text;
  if (join(&text, words, n) == -1)
    return -1;
  use(text);
  free(text);
  return 0;
}

int lost_after_success(const char *const *words, int n) {
  char *text;
  int length = join(&text, words, n);
  if (length < 0)
    return -1;
  if (length > 100)
    // CHECK: counts_beside_errors.c:[[@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'join' is lost here
    return -2;
  free(text);
  return 0;
}

// What another function returned may be its error.
int other(void);
static int make_or_other(char **target) {
  int result = other();
  if (!(*target = malloc(4)))
    return -1;
  return result;
}

int lost_with_error_of_other(void) {
  char *text = NULL;
  if (make_or_other(&text) < 0)
    // CHECK: counts_beside_errors.c:[[@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'make_or_other' is lost here
    return -1;
  free(text);
  return 0;
}

// The place in the stack, or -1: who does not look at the result supposes that there was room.
struct stack {
  int n, room;
  char **elements;
};
static int push(struct stack *s, char *element) {
  if (!element)
    return -1;
  if (s->n >= s->room) {
    if (s->room >= 1000000)
      return -1;
    char **more = realloc(s->elements, 2 * s->room * sizeof *more);
    if (!more)
      return -1;
    s->room *= 2;
    s->elements = more;
  }
  s->elements[s->n] = element;
  return s->n++;
}

void pushed_ok(struct stack *s) {
  push(s, strdup("text"));
}

int asked(struct stack *s) {
  // CHECK: counts_beside_errors.c:[[@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'strdup' is lost here
  if (push(s, strdup("text")) < 0)
    return -1;
  return 0;
}
