// A function that keeps what it gets, and on failure neither keeps nor frees it: callers that see the failure still own.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct file {
  struct file *next;
  char *name;
};
static struct file *current;

int record(char *name) {
  if (!current)
    return 0;
  current->name = name;
  return 1;
}

// CHECK: in 'tested_bad':
// CHECK: [[#@LINE+6]]:5: warning: memory allocated by 'strdup' is lost here: 'copy' is the last pointer to it
// CHECK: 'record' does not keep it here
// CHECK: 'record' keeps it, but not when it returns 0
int tested_bad(const char *name) {
  char *copy = strdup(name);
  if (!record(copy))
    return -1;
  return 0;
}

// CHECK: in 'returned_bad':
// CHECK: warning: memory allocated by 'strdup' is lost here
int returned_bad(const char *name) {
  char *copy = strdup(name);
  return record(copy);
}

int tested_ok(const char *name) {
  char *copy = strdup(name);
  if (!record(copy)) {
    free(copy);
    return -1;
  }
  return 0;
}

// Nobody asks whether it failed: it is not known that it can fail here.
void trusting_ok(const char *name) {
  record(strdup(name));
}

// `p = f(p)`: on failure the pointer is gone.
char *named(char *name) {
  if (!current)
    return NULL;
  current->name = name;
  return name;
}

// CHECK: in 'replaced_bad':
// CHECK: warning: memory allocated by 'strdup' is lost here
char *replaced_bad(const char *name) {
  char *copy = strdup(name);
  copy = named(copy);
  current = NULL;
  return copy;
}

// The result does not tell whether it was kept.
int silent(char *name) {
  if (current)
    current->name = name;
  return 0;
}

int silent_ok(const char *name) {
  char *copy = strdup(name);
  if (silent(copy))
    return -1;
  return 0;
}
// CHECK: 3 leaks in 1 file
