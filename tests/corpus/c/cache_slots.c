// A cache of fixed slots in a global table: what is replaced must go first, what stays is still held.
#include <stdlib.h>
#include <string.h>

#define SLOTS 8

struct slot {
  int key;
  char *text;
};

static struct slot slots[SLOTS];
static char *last_answer;

void store_bad(int key, const char *text) {
  struct slot *slot = &slots[key % SLOTS];
  slot->key = key;
  slot->text = strdup(text); // expect: leak
}

void store_ok(int key, const char *text) {
  struct slot *slot = &slots[key % SLOTS];
  char *copy = strdup(text);
  if (!copy)
    return;
  free(slot->text);
  slot->key = key;
  slot->text = copy;
}

void flush_ok(void) {
  for (int i = 0; i < SLOTS; i++) {
    free(slots[i].text);
    slots[i].text = NULL;
  }
}

const char *answer_ok(const char *text) {
  free(last_answer);
  last_answer = strdup(text);
  return last_answer ? last_answer : "";
}

int twice_bad(void) {
  struct slot mine = {1, NULL};
  mine.text = strdup("first");  // alloc: FIRST
  mine.text = strdup("second"); // expect: leak alloc=FIRST
  free(mine.text);
  return mine.key;
}

int swap_ok(void) {
  struct slot one = {1, strdup("one")}, two = {2, strdup("two")};
  char *kept = one.text;
  one.text = two.text;
  two.text = kept;
  free(one.text);
  free(two.text);
  return 0;
}

int swap_bad(void) {
  struct slot one = {1, strdup("one")}; // alloc: ONE
  struct slot two = {2, strdup("two")};
  one.text = two.text; // expect: leak alloc=ONE
  two.text = one.text;
  free(one.text);
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  store_ok(1, "a");
  store_ok(9, "b");
  answer_ok("x");
  answer_ok("y");
  swap_ok();
  flush_ok();
  return 0;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  store_bad(1, "a");
  store_bad(9, "b");
  swap_bad();
  return twice_bad();
}
#endif
