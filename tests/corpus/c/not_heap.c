// What must not be given to free: arrays, literals, the inside of a block, memory of another family.
#include <stdlib.h>
#include <string.h>

static char shared[32];
static char names[2][8] = {"zero", "one"};

char *name_of(int id) { return names[id != 0]; }

void table_bad(int id) {
  char *name = name_of(id);
  free(name); // expect: free-of-non-heap
}

void local_bad(int size) {
  char local[8];
  char *at = local;
  if (size > 8)
    at = malloc((size_t)size);
  if (at)
    at[0] = 'x';
  free(at); // expect: free-of-non-heap
}

void local_ok(int size) {
  char local[8];
  char *at = local;
  if (size > 8)
    at = malloc((size_t)size);
  if (at)
    at[0] = 'x';
  if (at != local)
    free(at);
}

void global_bad(void) {
  char *at = shared;
  strcpy(at, "x");
  free(at); // expect: free-of-non-heap
}

int skip_bad(const char *text) {
  char *copy = strdup(text); // alloc: COPY
  int length;
  if (!copy)
    return -1;
  while (*copy == ' ')
    copy++;
  length = (int)strlen(copy);
  free(copy); // expect: free-of-non-heap alloc=COPY
  return length;
}

int skip_ok(const char *text) {
  char *copy = strdup(text);
  char *at = copy;
  int length;
  if (!copy)
    return -1;
  while (*at == ' ')
    at++;
  length = (int)strlen(at);
  free(copy);
  return length;
}

void header_bad(void) {
  int *block = malloc(4 * sizeof *block); // alloc: BLOCK
  if (!block)
    return;
  block[0] = 3;
  free(block + 1); // expect: free-of-non-heap alloc=BLOCK
}

int *hidden_header_ok(int many) {
  int *block = malloc(((size_t)many + 1) * sizeof *block);
  if (!block)
    return NULL;
  block[0] = many;
  return block + 1;
}

void hidden_free_ok(int *values) {
  if (values)
    free(values - 1);
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  local_ok(4), local_ok(40);
  hidden_free_ok(hidden_header_ok(3));
  return skip_ok("  a") - 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  table_bad(1);
  local_bad(4);
  global_bad();
  skip_bad("  a");
  header_bad();
  return 0;
}
#endif
