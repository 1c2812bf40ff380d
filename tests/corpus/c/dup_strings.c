// Library functions that allocate: strdup, asprintf, getline, realpath, scandir-like vectors.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int label_bad(const char *base, int number) {
  char *text = NULL;
  if (asprintf(&text, "%s-%d", base, number) < 0) // alloc: TEXT
    return -1;
  if (strlen(text) > 8)
    return 1; // expect: leak alloc=TEXT
  free(text);
  return 0;
}

int label_ok(const char *base, int number) {
  char *text = NULL;
  int status = 0;
  if (asprintf(&text, "%s-%d", base, number) < 0)
    return -1;
  if (strlen(text) > 8)
    status = 1;
  free(text);
  return status;
}

int count_lines_bad(FILE *from) {
  char *line = NULL;
  size_t room = 0;
  int many = 0;
  while (getline(&line, &room, from) >= 0) // alloc: LINE
    many++;
  return many; // expect: leak alloc=LINE
}

int count_lines_ok(FILE *from) {
  char *line = NULL;
  size_t room = 0;
  int many = 0;
  while (getline(&line, &room, from) >= 0)
    many++;
  free(line);
  return many;
}

int same_place_bad(const char *left, const char *right) {
  char *first = realpath(left, NULL);   // alloc: FIRST
  char *second = realpath(right, NULL); // alloc: SECOND
  int same;
  if (!first || !second)
    return 0; // expect: leak alloc=FIRST expect: leak alloc=SECOND
  same = strcmp(first, second) == 0;
  free(first);
  free(second);
  return same;
}

int same_place_ok(const char *left, const char *right) {
  char *first = realpath(left, NULL);
  char *second = realpath(right, NULL);
  int same = first && second && strcmp(first, second) == 0;
  free(first);
  free(second);
  return same;
}

size_t upper_bad(const char *text) {
  char *copy = strdup(text); // alloc: COPY
  size_t length;
  if (!copy)
    return 0;
  length = strlen(copy);
  copy = strdup("again"); // expect: leak alloc=COPY
  free(copy);
  return length;
}

size_t upper_ok(const char *text) {
  char *copy = strdup(text);
  size_t length = copy ? strlen(copy) : 0;
  free(copy);
  copy = strndup(text, 2);
  free(copy);
  return length;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  FILE *source = fopen(__FILE__, "r");
#ifdef CORPUS_MAIN_OK
  label_ok("a", 1), label_ok("longer-name", 1);
  count_lines_ok(source);
  same_place_ok("/", "/nowhere"), same_place_ok("/", "/");
  upper_ok("x");
#else
  label_bad("longer-name", 1);
  count_lines_bad(source);
  same_place_bad("/", "/nowhere"), same_place_bad("/nowhere", "/");
  upper_bad("x");
#endif
  fclose(source);
  return 0;
}
#endif
