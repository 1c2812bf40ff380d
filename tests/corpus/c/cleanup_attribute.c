// __attribute__((cleanup)) and never-returning exits: what looks lost is given back, or is lost on purpose.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_text(char **text) { free(*text); }
#define AUTO_TEXT __attribute__((cleanup(free_text))) char *

__attribute__((noreturn)) static void fatal(const char *why) {
  fputs(why, stderr);
  exit(2);
}

int length_ok(const char *text) {
  AUTO_TEXT copy = strdup(text);
  if (!copy)
    return -1;
  if (!*copy)
    return 0;
  return (int)strlen(copy);
}

int nested_ok(const char **words, int many) {
  AUTO_TEXT all = NULL;
  for (int i = 0; i < many; i++) {
    AUTO_TEXT copy = strdup(words[i]);
    if (!copy || copy[0] == '.')
      break;
    if (copy[0] == '#')
      continue;
    free(all);
    all = copy;
    copy = NULL;
  }
  return all ? (int)strlen(all) : 0;
}

int overwrite_bad(const char *text) {
  AUTO_TEXT copy = strdup(text); // alloc: FIRST
  copy = strdup("other");        // expect: leak alloc=FIRST
  return copy ? 1 : 0;
}

int freed_twice_bad(const char *text) {
  AUTO_TEXT copy = strdup(text); // alloc: TWICE
  if (!copy)
    return -1;
  free(copy);
  return 0; // expect: double-free alloc=TWICE
}

char *taken_ok(const char *text) {
  AUTO_TEXT copy = strdup(text);
  char *result = copy;
  copy = NULL;
  return result;
}

int must_be_number_ok(const char *text) {
  char *copy = strdup(text);
  int value;
  if (!copy)
    fatal("no memory");
  if (copy[0] < '0' || copy[0] > '9')
    fatal("not a number");
  value = atoi(copy);
  free(copy);
  return value;
}

int must_be_number_bad(const char *text) {
  char *copy = strdup(text); // alloc: NUMBER
  if (!copy)
    fatal("no memory");
  if (copy[0] < '0' || copy[0] > '9')
    return -1; // expect: leak alloc=NUMBER
  free(copy);
  return 0;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  const char *words[] = {"a", "#", "bb", "."};
#ifdef CORPUS_MAIN_OK
  free(taken_ok("x"));
  length_ok(""), length_ok("x");
  return nested_ok(words, 4) + must_be_number_ok("7") - 9;
#else
  overwrite_bad("x");
  freed_twice_bad("x");
  return must_be_number_bad(words[0]);
#endif
}
#endif
