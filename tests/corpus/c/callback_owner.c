// Callbacks with user data: registering hands the data over together with the function that frees it.
#include <stdlib.h>
#include <string.h>

typedef int (*callback)(void *data);
typedef void (*destroyer)(void *data);

struct hook {
  callback call;
  void *data;
  destroyer destroy;
  struct hook *next;
};

static struct hook *hooks;

int hook_add(callback call, void *data, destroyer destroy) {
  struct hook *made = malloc(sizeof *made);
  if (!made)
    return -1;
  made->call = call;
  made->data = data;
  made->destroy = destroy;
  made->next = hooks;
  hooks = made;
  return 0;
}

int hooks_run(void) {
  int sum = 0;
  for (struct hook *at = hooks; at; at = at->next)
    sum += at->call(at->data);
  return sum;
}

void hooks_clear(void) {
  while (hooks) {
    struct hook *next = hooks->next;
    if (hooks->destroy)
      hooks->destroy(hooks->data);
    free(hooks);
    hooks = next;
  }
}

static int text_length(void *data) { return (int)strlen(data); }

int watch_ok(const char *name) {
  char *copy = strdup(name);
  if (!copy)
    return -1;
  if (hook_add(text_length, copy, free) != 0) {
    free(copy);
    return -1;
  }
  return 0;
}

int watch_bad(const char *name) {
  char *copy = strdup(name); // alloc: WATCHED
  if (!copy)
    return -1;
  if (!*copy)
    return -1; // expect: leak alloc=WATCHED
  if (hook_add(text_length, copy, free) != 0) {
    free(copy);
    return -1;
  }
  return 0;
}

static int compare(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

int median_ok(const int *values, size_t many) {
  int *sorted = malloc((many + 1) * sizeof *sorted);
  int middle;
  if (!sorted)
    return -1;
  memcpy(sorted, values, many * sizeof *sorted);
  qsort(sorted, many, sizeof *sorted, compare);
  middle = sorted[many / 2];
  free(sorted);
  return middle;
}

int median_bad(const int *values, size_t many) {
  int *sorted = malloc((many + 1) * sizeof *sorted); // alloc: SORTED
  int middle;
  if (!sorted)
    return -1;
  memcpy(sorted, values, many * sizeof *sorted);
  qsort(sorted, many, sizeof *sorted, compare);
  middle = sorted[many / 2];
  if (middle < 0)
    return 0; // expect: leak alloc=SORTED
  free(sorted);
  return middle;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  const int values[] = {3, -1, -2};
#ifdef CORPUS_MAIN_OK
  watch_ok("a"), watch_ok("");
  median_ok(values, 3);
#else
  watch_bad("a"), watch_bad("");
  median_bad(values, 3);
#endif
  hooks_run();
  hooks_clear();
  return 0;
}
#endif
