// The first iterations of a loop and the last of many are different ways. What is shown is one of them, and only that.
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s
#include <stdlib.h>
#include <string.h>

static int expand(const char *from, const char *end, char **out, long *len) {
  if (from >= end)
    return 8;
  char *made = malloc(end - from + 1);
  if (!made)
    return 15;
  strcpy(made, from);
  *out = made;
  *len = (long)strlen(made);
  return 0;
}

// CHECK: warning: memory allocated by 'expand' is lost here: 'name' is the last pointer to it [leak]
// CHECK: note: 'expand' hands it over
// CHECK: note: on the path where 'status' is 0
// CHECK-NOT: 'i' is less than 'count'
// CHECK: note: on the path where '&at[10]' is greater than
// CHECK-NOT: 'i' is less than 'count'
// CHECK: note: lost here: 'name' goes out of scope
int parse(const char *text, int size, int count, char **names) {
  const char *at = text;
  int status = 0, n = 0;
  long len;
  char *name, *data;
  for (int i = 0; i < count; i++) {
    status = expand(at, text + size, &name, &len);
    if (status != 0)
      break;
    at += len;
    if (at + 10 > text + size) {
      status = 10;
      break;
    }
    const int type = at[1], length = at[2];
    at += 10;
    if (type == 2) {
      status = expand(at, text + size, &data, &len);
      if (status != 0)
        break;
      names[n] = malloc(strlen(data) + 1);
      if (names[n] == NULL) {
        free(name);
        free(data);
        status = 15;
        break;
      }
      strcpy(names[n], data);
      free(data);
      n++;
    }
    free(name);
    at += length;
    if (at > text + size) {
      status = 10;
      break;
    }
  }
  for (int i = 0; i < n; i++)
    free(names[i]);
  return status;
}
