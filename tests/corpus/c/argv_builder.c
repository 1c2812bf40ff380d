// An argument vector for exec: strings are added one by one, some owned and some borrowed.
#include <stdlib.h>
#include <string.h>

struct arguments {
  char **list;
  int many;
};

int arguments_add(struct arguments *to, const char *text) {
  char **bigger = realloc(to->list, (size_t)(to->many + 2) * sizeof *bigger);
  if (!bigger)
    return -1;
  to->list = bigger;
  to->list[to->many] = strdup(text);
  if (!to->list[to->many])
    return -1;
  to->list[++to->many] = NULL;
  return 0;
}

void arguments_clear(struct arguments *arguments) {
  for (int i = 0; i < arguments->many; i++)
    free(arguments->list[i]);
  free(arguments->list);
  arguments->list = NULL;
  arguments->many = 0;
}

static int launch(char **list) { return list && list[0] ? 0 : -1; }

int run_ok(const char *program, const char *option) {
  struct arguments arguments = {NULL, 0};
  int status = -1;
  if (arguments_add(&arguments, program) == 0 && (!option || arguments_add(&arguments, option) == 0))
    status = launch(arguments.list);
  arguments_clear(&arguments);
  return status;
}

int run_bad(const char *program, const char *option) {
  struct arguments arguments = {NULL, 0};
  if (arguments_add(&arguments, program) != 0) // alloc: ADDED
    return -1; // expect: leak alloc=ADDED if=nomem
  if (!option)
    return 0; // expect: leak alloc=ADDED
  if (launch(arguments.list) != 0) {
    arguments_clear(&arguments);
    return -1;
  }
  arguments_clear(&arguments);
  return 0;
}

int shallow_bad(const char *program) {
  char **list = calloc(2, sizeof *list); // alloc: VECTOR
  int status;
  if (!list)
    return -1;
  list[0] = strdup(program); // alloc: ITEM
  if (!list[0])
    return -1; // expect: leak alloc=VECTOR if=nomem
  status = launch(list);
  free(list); // expect: leak alloc=ITEM
  return status;
}

int borrowed_ok(char *program) {
  char **list = calloc(2, sizeof *list);
  int status;
  if (!list)
    return -1;
  list[0] = program;
  status = launch(list);
  free(list);
  return status;
}

int swap_first_bad(char **list, const char *text) {
  char *old = list[0];
  char *copy = strdup(text); // alloc: COPY
  if (!copy)
    return -1;
  if (old && strcmp(old, text) == 0)
    return 0; // expect: leak alloc=COPY
  list[0] = copy;
  free(old);
  return 1;
}

int swap_first_ok(char **list, const char *text) {
  char *copy;
  if (list[0] && strcmp(list[0], text) == 0)
    return 0;
  copy = strdup(text);
  if (!copy)
    return -1;
  free(list[0]);
  list[0] = copy;
  return 1;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  char name[] = "sh";
  char *list[2] = {strdup("sh"), NULL};
#ifdef CORPUS_MAIN_OK
  run_ok("sh", NULL), run_ok("sh", "-c");
  swap_first_ok(list, "sh"), swap_first_ok(list, "ls");
  borrowed_ok(name);
#else
  run_bad("sh", NULL), run_bad("sh", "-c");
  swap_first_bad(list, "sh");
  shallow_bad(name);
#endif
  free(list[0]);
  return 0;
}
#endif
