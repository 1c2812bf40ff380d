// A function that tells failure by negative constants computes no negative result: the caller that got one got nothing.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static int digits(unsigned n) {
  return n < 10 ? 1 : n < 100 ? 2 : 3;
}

static int format(char **out, const char **words, int count) {
  size_t length = 1 + digits(count);
  int j;
  for (j = 0; j < count; j++) {
    if (!words[j])
      return -2;
    length += strlen(words[j]) + digits(j);
  }
  char *text = malloc(length + 1);
  if (!text)
    return -1;
  text[0] = 0;
  for (j = 0; j < count; j++)
    strcat(text, words[j]);
  *out = text;
  return length;
}

int send_ok(const char **words, int count, int (*put)(const char *)) {
  char *text;
  int length = format(&text, words, count);
  if (length < 0)
    return -1;
  put("x");
  free(text);
  return 0;
}

int send_bad(const char **words, int count) {
  char *text;
  int length = format(&text, words, count);
  if (length < 4)
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(text);
  return 0;
}
