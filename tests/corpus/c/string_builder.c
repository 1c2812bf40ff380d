// A growing string: the classic `p = realloc(p, n)` that loses the old block, and its careful twin.
#include <stdlib.h>
#include <string.h>

struct builder {
  char *text;
  size_t used, room;
};

int builder_grow_bad(struct builder *to, size_t room) {
  to->text = realloc(to->text, room); // expect: leak
  if (!to->text)
    return -1;
  to->room = room;
  return 0;
}

int builder_grow_ok(struct builder *to, size_t room) {
  char *bigger = realloc(to->text, room);
  if (!bigger)
    return -1;
  to->text = bigger;
  to->room = room;
  return 0;
}

int builder_add_ok(struct builder *to, const char *text) {
  size_t length = strlen(text);
  if (to->used + length + 1 > to->room && builder_grow_ok(to, 2 * (to->used + length + 1)) != 0)
    return -1;
  memcpy(to->text + to->used, text, length + 1);
  to->used += length;
  return 0;
}

char *read_numbers_bad(int many) {
  size_t room = 8;
  char *list = malloc(room); // alloc: LIST
  if (!list)
    return NULL;
  for (int i = 0; i < many; i++) {
    if ((size_t)i >= room) {
      room *= 2;
      list = realloc(list, room); // alloc: GROWN expect: leak alloc=LIST if=nomem expect: leak alloc=GROWN if=nomem
      if (!list)
        return NULL;
    }
    list[i] = (char)i;
  }
  return list;
}

char *read_numbers_ok(int many) {
  size_t room = 8;
  char *list = malloc(room);
  if (!list)
    return NULL;
  for (int i = 0; i < many; i++) {
    if ((size_t)i >= room) {
      char *bigger = realloc(list, room *= 2);
      if (!bigger) {
        free(list);
        return NULL;
      }
      list = bigger;
    }
    list[i] = (char)i;
  }
  return list;
}

char *join_bad(const char *left, const char *right) {
  struct builder both = {NULL, 0, 0};
  if (builder_add_ok(&both, left) != 0) // alloc: JOINED
    return NULL;
  if (*right == '\0')
    return NULL; // expect: leak alloc=JOINED
  if (builder_add_ok(&both, right) != 0) {
    free(both.text);
    return NULL;
  }
  return both.text;
}

char *join_ok(const char *left, const char *right) {
  struct builder both = {NULL, 0, 0};
  if (builder_add_ok(&both, left) != 0 || builder_add_ok(&both, right) != 0) {
    free(both.text);
    return NULL;
  }
  return both.text;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  free(read_numbers_ok(100));
  free(join_ok("a", ""));
  free(join_ok("a", "b"));
  return 0;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  struct builder empty = {NULL, 0, 0};
  builder_grow_bad(&empty, 4);
  free(empty.text);
  free(read_numbers_bad(100));
  free(join_bad("a", ""));
  return 0;
}
#endif
