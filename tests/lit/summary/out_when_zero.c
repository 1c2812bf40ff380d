// An argument that is filled only when 0 is returned.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

int lookup(const char *name, char **out) {
  if (!name)
    return -1;
  char *copy = strdup(name);
  if (!copy)
    return -2;
  *out = copy;
  return 0;
}

int checked_ok(const char *name) {
  char *value;
  if (lookup(name, &value) != 0)
    return -1;
  free(value);
  return 0;
}

int kept_result_ok(const char *name) {
  char *value;
  int error = lookup(name, &value);
  if (error)
    return error;
  free(value);
  return 0;
}

int negated_ok(const char *name) {
  char *value;
  if (!lookup(name, &value)) {
    free(value);
    return 0;
  }
  return -1;
}

int late_error_bad(const char *name) {
  char *value;
  if (lookup(name, &value) != 0)
    return -1;
  if (*value == 'x')
    return -2; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(value);
  return 0;
}
