// A reader of `key = value` lines: entries are built in pieces, and an error half way must give the pieces back.
#include <stdlib.h>
#include <string.h>

struct entry {
  char *key;
  char *value;
  struct entry *next;
};

static char *copy_range(const char *from, const char *to) {
  char *text = malloc((size_t)(to - from) + 1);
  if (!text)
    return NULL;
  memcpy(text, from, (size_t)(to - from));
  text[to - from] = '\0';
  return text;
}

void config_free(struct entry *list) {
  while (list) {
    struct entry *next = list->next;
    free(list->key);
    free(list->value);
    free(list);
    list = next;
  }
}

struct entry *parse_line_bad(const char *line) {
  const char *equals = strchr(line, '=');
  struct entry *made;
  if (!equals)
    return NULL;
  made = calloc(1, sizeof *made); // alloc: ENTRY
  if (!made)
    return NULL;
  made->key = copy_range(line, equals); // alloc: KEY
  if (!made->key) {
    free(made);
    return NULL;
  }
  if (equals[1] == '\0') {
    free(made); // expect: leak alloc=KEY
    return NULL;
  }
  made->value = copy_range(equals + 1, equals + strlen(equals));
  if (!made->value)
    return NULL; // expect: leak alloc=ENTRY if=nomem
  return made;
}

struct entry *parse_line_ok(const char *line) {
  const char *equals = strchr(line, '=');
  struct entry *made;
  if (!equals)
    return NULL;
  made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->key = copy_range(line, equals);
  if (equals[1] != '\0')
    made->value = copy_range(equals + 1, equals + strlen(equals));
  if (!made->key || !made->value) {
    config_free(made);
    return NULL;
  }
  return made;
}

int config_has_ok(const char *line, const char *key) {
  struct entry *made = parse_line_ok(line);
  int same;
  if (!made)
    return 0;
  same = strcmp(made->key, key) == 0;
  config_free(made);
  return same;
}

int config_has_bad(const char *line, const char *key) {
  struct entry *made = parse_line_ok(line); // alloc: MADE
  if (!made)
    return 0;
  if (strcmp(made->key, key) != 0)
    return 0; // expect: leak alloc=MADE
  config_free(made);
  return 1;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  config_free(parse_line_ok("a=1"));
  config_free(parse_line_ok("a="));
  return config_has_ok("a=1", "a") + config_has_ok("b=1", "a") + config_has_ok("b", "a") - 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  config_free(parse_line_bad("a="));
  return config_has_bad("b=1", "a");
}
#endif
