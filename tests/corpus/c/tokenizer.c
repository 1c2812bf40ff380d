// Splitting a line into a NULL-terminated vector of copies; a failure half way has a half vector to give back.
#include <stdlib.h>
#include <string.h>

void vector_free(char **words) {
  if (!words)
    return;
  for (size_t i = 0; words[i]; i++)
    free(words[i]);
  free(words);
}

char **split_ok(const char *line) {
  char *copy = strdup(line);
  char **words = calloc(16, sizeof *words);
  size_t many = 0;
  if (!copy || !words) {
    free(copy);
    free(words);
    return NULL;
  }
  for (char *at = strtok(copy, " "); at && many < 15; at = strtok(NULL, " ")) {
    words[many] = strdup(at);
    if (!words[many]) {
      vector_free(words);
      free(copy);
      return NULL;
    }
    many++;
  }
  free(copy);
  return words;
}

char **split_bad(const char *line) {
  char *copy = strdup(line); // alloc: COPY
  char **words;
  size_t many = 0;
  if (!copy)
    return NULL;
  words = calloc(16, sizeof *words); // alloc: WORDS
  if (!words)
    return NULL; // expect: leak alloc=COPY if=nomem
  for (char *at = strtok(copy, " "); at; at = strtok(NULL, " ")) {
    if (many == 15) {
      free(copy);
      return NULL; // expect: leak alloc=WORDS
    }
    words[many++] = strdup(at);
  }
  return words; // expect: leak alloc=COPY
}

int first_is_bad(const char *line, const char *word) {
  char **words = split_ok(line); // alloc: SPLIT
  int same;
  if (!words)
    return 0;
  same = words[0] && strcmp(words[0], word) == 0;
  free(words); // expect: leak alloc=SPLIT
  return same;
}

int first_is_ok(const char *line, const char *word) {
  char **words = split_ok(line);
  int same;
  if (!words)
    return 0;
  same = words[0] && strcmp(words[0], word) == 0;
  vector_free(words);
  return same;
}

char *last_word_ok(const char *line) {
  char **words = split_ok(line);
  char *last = NULL;
  if (!words)
    return NULL;
  for (size_t i = 0; words[i]; i++) {
    free(last);
    last = words[i];
  }
  free(words);
  return last;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  free(last_word_ok("a b c"));
  first_is_ok("", "a");
  return first_is_ok("a b", "a") ? 0 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  vector_free(split_bad("a b c d e f g h i j k l m n o p q r s t"));
  vector_free(split_bad("a b"));
  return first_is_bad("a b", "a");
}
#endif
