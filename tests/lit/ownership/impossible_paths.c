// Paths that the program cannot take show nothing.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

int modes;
void log_it(const char *text);

// Always 1: what handles its failure never runs.
static int push(char **stack, const char *text) {
  strcpy(*stack, text);
  return 1;
}

int never_fails_ok(char **stack) {
  char *copy = malloc(9);
  if (!copy)
    return 0;
  copy[0] = 0;
  if (!push(stack, copy))
    return 0;
  free(copy);
  return 1;
}

// The same test of the same bit has the same outcome.
int same_test_ok(const char *text) {
  char *copy = NULL;
  if (modes & 4)
    copy = strdup(text);
  if (modes & 4)
    free(copy);
  return 0;
}

// n <= 0 and n > 0 are one test.
int same_number_ok(int n) {
  char **list;
  if (n <= 0)
    list = NULL;
  else
    list = malloc(n * sizeof *list);
  if (n > 0)
    free(list);
  return n;
}

struct key {
  int flags;
};
struct key *key_load(void);
void key_free(struct key *key) { free(key); }
struct key *key_new(void) { return calloc(1, sizeof(struct key)); }

// The object says itself whether it is to be freed.
int told_by_object_ok(void) {
  struct key *key = key_new();
  if (!key)
    return 0;
  if (!(key->flags & 1))
    key_free(key);
  return 1;
}

// CHECK: in 'other_test_bad':
// CHECK: warning: memory allocated by 'strdup' is lost here
int other_test_bad(const char *text) {
  char *copy = NULL;
  if (modes & 4)
    copy = strdup(text);
  if (modes & 2)
    free(copy);
  return 0;
}
// CHECK: 1 leak in 1 file
