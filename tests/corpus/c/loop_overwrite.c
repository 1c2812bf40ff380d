// Loops that make a new block each time round: the old one must go, or be handed on, before the next comes.
#include <stdlib.h>
#include <string.h>

static int accept(const char *word, int round) { return (int)strlen(word) == round; }

int search_bad(const char **words, int many) {
  char *best = NULL;
  int found = 0;
  for (int i = 0; i < many; i++) {
    if (!accept(words[i], 1))
      continue;
    best = strdup(words[i]); // alloc: BEST expect: leak alloc=BEST
    found++;
  }
  free(best);
  return found;
}

int search_ok(const char **words, int many) {
  char *best = NULL;
  int found = 0;
  for (int i = 0; i < many; i++) {
    if (!accept(words[i], 1))
      continue;
    free(best);
    best = strdup(words[i]);
    found++;
  }
  free(best);
  return found;
}

int retry_bad(const char *word) {
  for (int round = 0; round < 3; round++) {
    char *buffer = malloc(16); // alloc: BUFFER
    if (!buffer)
      break;
    strcpy(buffer, "x");
    if (accept(word, round))
      return round; // expect: leak alloc=BUFFER
    free(buffer);
  }
  return -1;
}

int retry_ok(const char *word) {
  for (int round = 0; round < 3; round++) {
    char *buffer = malloc(16);
    int fits;
    if (!buffer)
      break;
    strcpy(buffer, "x");
    fits = accept(word, round);
    free(buffer);
    if (fits)
      return round;
  }
  return -1;
}

int scan_bad(const char **words, int many) {
  int total = 0;
  for (int i = 0; i < many; i++) {
    char *copy = strdup(words[i]); // alloc: SCANNED
    if (!copy)
      return -1;
    if (copy[0] == '#')
      continue; // expect: leak alloc=SCANNED
    if (copy[0] == '.') {
      free(copy);
      break;
    }
    total += (int)strlen(copy);
    free(copy);
  }
  return total;
}

int scan_ok(const char **words, int many) {
  int total = 0;
  for (int i = 0; i < many; i++) {
    char *copy = strdup(words[i]);
    if (!copy)
      return -1;
    if (copy[0] != '#')
      total += (int)strlen(copy);
    free(copy);
  }
  return total;
}

int last_freed_bad(int rounds) {
  char *buffer = malloc(4); // alloc: ONCE
  if (!buffer)
    return -1;
  do {
    rounds--;
    free(buffer); // expect: double-free alloc=ONCE
  } while (rounds > 100);
  return 0;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  const char *words[] = {"a", "#", "b", "cc", "."};
#ifdef CORPUS_MAIN_OK
  retry_ok("a"), retry_ok("long word");
  scan_ok(words, 5);
  return search_ok(words, 4) - 3;
#else
  retry_bad("a");
  scan_bad(words, 5);
  search_bad(words, 4);
  return last_freed_bad(102);
#endif
}
#endif
