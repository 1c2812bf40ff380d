// Reading a whole file: the stream and the buffer are two resources, each with its own exits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_all_bad(const char *path, size_t *length) {
  FILE *from = fopen(path, "rb");
  char *buffer;
  long size;
  if (!from)
    return NULL;
  fseek(from, 0, SEEK_END);
  size = ftell(from);
  rewind(from);
  buffer = malloc((size_t)size + 1); // alloc: BUFFER
  if (!buffer) {
    fclose(from);
    return NULL;
  }
  *length = fread(buffer, 1, (size_t)size, from);
  if (*length < 4096) {
    fclose(from);
    return NULL; // expect: leak alloc=BUFFER
  }
  buffer[*length] = '\0';
  fclose(from);
  return buffer;
}

char *read_all_ok(const char *path, size_t *length) {
  FILE *from = fopen(path, "rb");
  char *buffer = NULL;
  long size;
  if (!from)
    return NULL;
  if (fseek(from, 0, SEEK_END) != 0 || (size = ftell(from)) < 0)
    goto out;
  rewind(from);
  buffer = malloc((size_t)size + 1);
  if (!buffer)
    goto out;
  *length = fread(buffer, 1, (size_t)size, from);
  if (*length != (size_t)size) {
    free(buffer);
    buffer = NULL;
    goto out;
  }
  buffer[*length] = '\0';
out:
  fclose(from);
  return buffer;
}

int has_word_ok(const char *path, const char *word) {
  size_t length = 0;
  char *text = read_all_ok(path, &length);
  int found = text && strstr(text, word) != NULL;
  free(text);
  return found;
}

int has_word_bad(const char *path, const char *word) {
  size_t length = 0;
  char *text = read_all_ok(path, &length); // alloc: TEXT
  if (!text)
    return 0;
  if (strstr(text, word))
    return 1; // expect: leak alloc=TEXT
  free(text);
  return 0;
}

int nested_bad(const char *path, const char *word) {
  size_t length = 0;
  return strstr(read_all_ok(path, &length), word) != NULL; // alloc: NESTED expect: leak alloc=NESTED
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  has_word_ok("/nowhere", "x");
  return has_word_ok(__FILE__, "stream") - 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  size_t length;
  free(read_all_bad(__FILE__, &length));
  has_word_bad(__FILE__, "stream");
  return nested_bad(__FILE__, "stream");
}
#endif
