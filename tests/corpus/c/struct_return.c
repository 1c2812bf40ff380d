// Ownership inside structures that are passed and returned by value.
#include <stdlib.h>
#include <string.h>

struct slice {
  char *start;
  size_t length;
};

struct result {
  int status;
  struct slice body;
};

struct slice slice_of(const char *text) {
  struct slice made = {NULL, 0};
  made.start = strdup(text);
  if (made.start)
    made.length = strlen(text);
  return made;
}

struct result request(const char *text) {
  struct result answer = {0, {NULL, 0}};
  if (!*text) {
    answer.status = -1;
    return answer;
  }
  answer.body = slice_of(text);
  answer.status = answer.body.start ? 0 : -2;
  return answer;
}

static void slice_drop(struct slice slice) { free(slice.start); }

size_t length_ok(const char *text) {
  struct slice made = slice_of(text);
  size_t length = made.length;
  slice_drop(made);
  return length;
}

size_t length_bad(const char *text) {
  struct slice made = slice_of(text); // alloc: MADE
  if (made.length > 3)
    return 3; // expect: leak alloc=MADE
  slice_drop(made);
  return 0;
}

int ask_ok(const char *text) {
  struct result answer = request(text);
  int status = answer.status;
  if (status == 0)
    free(answer.body.start);
  return status;
}

int ask_bad(const char *text) {
  struct result answer = request(text); // alloc: BODY
  return answer.status;                 // expect: leak alloc=BODY
}

int ask_twice_bad(const char *text) {
  struct result answer = request(text); // alloc: EARLIER
  answer = request(text);               // expect: leak alloc=EARLIER
  free(answer.body.start);
  return answer.status;
}

int copies_bad(const char *text) {
  struct slice one = slice_of(text); // alloc: SHARED
  struct slice two = one;
  slice_drop(one);
  slice_drop(two); // expect: double-free alloc=SHARED
  return 0;
}

int copies_ok(const char *text) {
  struct slice one = slice_of(text);
  struct slice two = one;
  one.start = NULL;
  slice_drop(one);
  slice_drop(two);
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  length_ok("abcd");
  ask_ok(""), ask_ok("x");
  return copies_ok("x");
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  length_bad("abcd");
  ask_bad("x");
  ask_twice_bad("x");
  return copies_bad("x");
}
#endif
