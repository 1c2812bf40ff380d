// Functions that allocate through an out-parameter; the caller owns the result only if the status says so.
#include <stdlib.h>
#include <string.h>

int load_name(int id, char **name) {
  *name = NULL;
  if (id < 0)
    return -1;
  *name = malloc(16);
  if (!*name)
    return -2;
  strcpy(*name, "user");
  return 0;
}

int load_pair(int id, char **first, char **second) {
  int status = load_name(id, first);
  if (status != 0)
    return status;
  status = load_name(id - 10, second);
  if (status != 0) {
    free(*first);
    *first = NULL;
  }
  return status;
}

int greet_bad(int id) {
  char *name;
  if (load_name(id, &name) != 0) // alloc: NAME
    return -1;
  if (id == 7)
    return 7; // expect: leak alloc=NAME
  free(name);
  return 0;
}

int greet_ok(int id) {
  char *name;
  if (load_name(id, &name) != 0)
    return -1;
  if (id == 7) {
    free(name);
    return 7;
  }
  free(name);
  return 0;
}

int both_bad(int id) {
  char *first = NULL, *second = NULL;
  if (load_pair(id, &first, &second) != 0) // alloc: PAIR
    return -1;
  free(first);
  return 0; // expect: leak alloc=PAIR
}

int both_ok(int id) {
  char *first = NULL, *second = NULL;
  int status = load_pair(id, &first, &second);
  free(first);
  free(second);
  return status;
}

int load_pair_bad(int id, char **first, char **second) {
  int status = load_name(id, first);
  if (status != 0)
    return status;
  status = load_name(id - 10, second);
  if (status != 0)
    free(*first);
  return status;
}

int sloppy_bad(int id) {
  char *first = NULL, *second = NULL;
  int status = load_pair_bad(id, &first, &second); // alloc: SLOPPY
  free(first);                                     // expect: double-free alloc=SLOPPY
  free(second);
  return status;
}

int again_bad(int id) {
  char *name = NULL;
  load_name(id, &name); // alloc: ONCE
  load_name(id, &name); // expect: leak alloc=ONCE
  free(name);
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  greet_ok(-1), greet_ok(7), greet_ok(8);
  both_ok(-1), both_ok(5);
  return both_ok(20);
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  greet_bad(7);
  both_bad(20);
  again_bad(1);
  return sloppy_bad(5);
}
#endif
