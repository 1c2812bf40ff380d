// Conditions that belong together: the same test guards allocation and free, or a slightly different one does.
#include <stdlib.h>
#include <string.h>

#define SMALL 16
enum { COPY = 1, TRACE = 2 };

int checksum_ok(const char *text) {
  char small[SMALL];
  char *buffer = small;
  size_t length = strlen(text);
  int sum = 0;
  if (length >= SMALL) {
    buffer = malloc(length + 1);
    if (!buffer)
      return -1;
  }
  strcpy(buffer, text);
  for (size_t i = 0; i < length; i++)
    sum += buffer[i];
  if (buffer != small)
    free(buffer);
  return sum;
}

int checksum_bad(const char *text) {
  char small[SMALL];
  char *buffer = small;
  size_t length = strlen(text);
  int sum = 0;
  if (length >= SMALL) {
    buffer = malloc(length + 1); // alloc: BUFFER
    if (!buffer)
      return -1;
  }
  strcpy(buffer, text);
  for (size_t i = 0; i < length; i++)
    sum += buffer[i];
  if (length > SMALL)
    free(buffer);
  return sum; // expect: leak alloc=BUFFER
}

int flagged_ok(const char *text, int flags) {
  char *copy = NULL;
  if (flags & COPY)
    copy = strdup(text);
  if (flags & TRACE)
    flags |= 8;
  if (flags & COPY)
    free(copy);
  return flags;
}

int flagged_bad(const char *text, int flags) {
  char *copy = NULL;
  if (flags & COPY)
    copy = strdup(text); // alloc: COPY
  if (flags & TRACE)
    free(copy);
  return flags; // expect: leak alloc=COPY
}

int owned_ok(char *given) {
  char *text = given;
  int owned = 0;
  int length;
  if (!text) {
    text = strdup("default");
    if (!text)
      return -1;
    owned = 1;
  }
  length = (int)strlen(text);
  if (owned)
    free(text);
  return length;
}

int owned_bad(char *given) {
  char *text = given;
  int owned = 0;
  int length;
  if (!text) {
    text = strdup("default"); // alloc: DEFAULT
    if (!text)
      return -1;
    owned = strlen(text) > 100;
  }
  length = (int)strlen(text);
  if (owned)
    free(text);
  return length; // expect: leak alloc=DEFAULT
}

int retry_ok(int attempts) {
  char *state = NULL;
  int done = 0;
  while (!done && attempts-- > 0) {
    if (!state)
      state = malloc(8);
    done = state != NULL;
  }
  if (done)
    free(state);
  return done;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  char given[] = "x";
  checksum_ok("short"), checksum_ok("exactly 16 chars"), checksum_ok("a text that is longer than the buffer");
  for (int flags = 0; flags < 4; flags++)
    flagged_ok("x", flags);
  owned_ok(NULL), owned_ok(given);
  return retry_ok(2) - 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  checksum_bad("exactly 16 chars");
  flagged_bad("x", COPY);
  return owned_bad(NULL);
}
#endif
