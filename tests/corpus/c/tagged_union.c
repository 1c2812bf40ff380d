// A tagged value, as in interpreters and JSON libraries: only some tags own memory.
#include <stdlib.h>
#include <string.h>

enum tag { NUMBER, STRING, LIST };

struct value {
  enum tag tag;
  union {
    double number;
    char *text;
    struct {
      struct value **items;
      int many;
    } list;
  } as;
};

struct value *number_new(double number) {
  struct value *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->tag = NUMBER;
  made->as.number = number;
  return made;
}

struct value *string_new(const char *text) {
  struct value *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->tag = STRING;
  made->as.text = strdup(text);
  if (!made->as.text) {
    free(made);
    return NULL;
  }
  return made;
}

void value_free_ok(struct value *value) {
  if (!value)
    return;
  switch (value->tag) {
  case NUMBER:
    break;
  case STRING:
    free(value->as.text);
    break;
  case LIST:
    for (int i = 0; i < value->as.list.many; i++)
      value_free_ok(value->as.list.items[i]);
    free(value->as.list.items);
    break;
  }
  free(value);
}

struct value *pair_ok(struct value *left, struct value *right) {
  struct value *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->tag = LIST;
  made->as.list.many = 0;
  made->as.list.items = calloc(2, sizeof(struct value *));
  if (!made->as.list.items) {
    free(made);
    return NULL;
  }
  made->as.list.items[made->as.list.many++] = left;
  made->as.list.items[made->as.list.many++] = right;
  return made;
}

int length_bad(const char *text) {
  struct value *made = string_new(text); // alloc: STRING
  int length;
  if (!made)
    return -1;
  length = (int)strlen(made->as.text);
  free(made); // expect: leak alloc=STRING
  return length;
}

int retag_bad(const char *text) {
  struct value *made = string_new(text); // alloc: RETAGGED
  if (!made)
    return -1;
  made->tag = NUMBER;
  made->as.number = 1; // expect: leak alloc=RETAGGED
  value_free_ok(made);
  return 0;
}

int retag_ok(const char *text) {
  struct value *made = string_new(text);
  if (!made)
    return -1;
  free(made->as.text);
  made->tag = NUMBER;
  made->as.number = 1;
  value_free_ok(made);
  return 0;
}

int pair_bad(void) {
  struct value *left = string_new("left"); // alloc: LEFT
  struct value *right = number_new(2);     // alloc: RIGHT
  struct value *both = left && right ? pair_ok(left, right) : NULL;
  if (!both)
    return -1; // expect: leak alloc=LEFT if=nomem expect: leak alloc=RIGHT if=nomem
  value_free_ok(both);
  value_free_ok(right); // expect: double-free alloc=RIGHT
  return 0;
}

int numbers_ok(void) {
  struct value *both, *left = string_new("left"), *right = number_new(2);
  both = left && right ? pair_ok(left, right) : NULL;
  if (!both) {
    value_free_ok(left);
    value_free_ok(right);
    return -1;
  }
  value_free_ok(both);
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main(void) { return numbers_ok() + retag_ok("x"); }
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  length_bad("abc");
  retag_bad("abc");
  return pair_bad();
}
#endif
