// What a function leaves behind a parameter if its result says so: callers that see the result own it.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int get(const char *text, char **out) {
  if (!text)
    return -1;
  *out = strdup(text);
  if (!*out)
    return -2;
  return 0;
}

// Hands the result on, but for one value.
int get_or_default(const char *text, char **out) {
  int status = get(text, out);
  if (status == -2)
    status = -3;
  return status;
}

_Bool make(char **out, int size) {
  char *made;
  if (size < 0)
    return 0;
  made = malloc(size);
  if (!made)
    return 0;
  *out = made;
  return 1;
}

// The same result with and without: it tells nothing.
int sometimes(const char *text, char **out) {
  if (*text)
    *out = strdup(text);
  return 0;
}

// CHECK: in 'forgets_bad':
// CHECK: [[#@LINE+9]]:5: warning: memory allocated by 'get' is lost here: 'copy' is the last pointer to it
// CHECK: 'get' leaves it in 'copy'
// CHECK: lost here: 'copy' goes out of scope
// CHECK: 'get' leaves memory in 'copy' that its caller owns when it returns 0
int forgets_bad(const char *text, int flag) {
  char *copy;
  if (get(text, &copy) != 0)
    return -1;
  if (flag)
    return -2;
  free(copy);
  return 0;
}

// CHECK: in 'wrapped_bad':
// CHECK: [[#@LINE+15]]:3: warning: memory allocated by 'get_or_default' is lost here: 'copy' is the last pointer to it
// CHECK: 'get_or_default' leaves memory in 'copy' that its caller owns when it returns 0
int wrapped_bad(const char *text, int count) {
  char *copy;
  int status = 0;
  for (int i = 0; i < count; i++) {
    status = get_or_default(text, &copy);
    if (status != 0)
      break;
    if (copy[0] == '#') {
      status = 7;
      break;
    }
    free(copy);
  }
  return status;
}

// CHECK: in 'truth_bad':
// CHECK: [[#@LINE+7]]:5: warning: memory allocated by 'make' is lost here: 'p' is the last pointer to it
// CHECK: 'make' leaves memory in 'p' that its caller owns when it returns true
void truth_bad(int size) {
  char *p;
  if (!make(&p, size))
    return;
  if (size == 3)
    return;
  free(p);
}

// CHECK: in 'overwritten_bad':
// CHECK: [[#@LINE+7]]:9: warning: memory allocated by 'asprintf' is lost here: 'text' is the last pointer to it
// CHECK: lost here: 'text' is overwritten
// CHECK: 'asprintf' leaves memory in 'text' that its caller owns when it returns at least 0
int overwritten_bad(int count) {
  char *text = NULL;
  int status = 0;
  for (int i = 0; i < count; i++) {
    if (asprintf(&text, "%d", i) <= 0) {
      status = -1;
      break;
    }
    if (text[0] == '7')
      break;
  }
  free(text);
  return status;
}

int freed_good(const char *text) {
  char *copy;
  if (get_or_default(text, &copy) != 0)
    return -1;
  free(copy);
  return 0;
}

int given_on_good(const char *text, char **out) { return get(text, out); }

int freed_in_loop_good(int count) {
  char *text = NULL;
  for (int i = 0; i < count; i++) {
    if (asprintf(&text, "%d", i) < 0)
      return -1;
    puts(text);
    free(text);
  }
  return 0;
}

void sometimes_good(const char *text) {
  char *copy = NULL;
  sometimes(text, &copy);
  if (*text)
    free(copy);
}
