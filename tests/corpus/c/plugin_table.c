// Plugins behind a table of operations: what `open` gives, only the same row's `close` may take.
#include <stdlib.h>
#include <string.h>

struct plugin {
  const char *name;
  void *(*open)(const char *argument);
  int (*run)(void *state);
  void (*close)(void *state);
};

static void *text_open(const char *argument) { return strdup(argument); }
static int text_run(void *state) { return (int)strlen(state); }
static void text_close(void *state) { free(state); }

struct counter {
  int *values;
  int many;
};

static void *counter_open(const char *argument) {
  struct counter *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->many = (int)strlen(argument);
  made->values = calloc((size_t)made->many + 1, sizeof *made->values);
  if (!made->values) {
    free(made);
    return NULL;
  }
  return made;
}
static int counter_run(void *state) { return ((struct counter *)state)->many; }
static void counter_close(void *state) {
  struct counter *counter = state;
  free(counter->values);
  free(counter);
}

static const struct plugin table[] = {
    {"text", text_open, text_run, text_close},
    {"counter", counter_open, counter_run, counter_close},
};

static const struct plugin *find(const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].name, name) == 0)
      return &table[i];
  return NULL;
}

int run_plugin_bad(const char *name, const char *argument) {
  const struct plugin *plugin = find(name);
  void *state;
  int result;
  if (!plugin)
    return -1;
  state = plugin->open(argument); // alloc: STATE
  if (!state)
    return -1;
  result = plugin->run(state);
  if (result == 0)
    return 0; // expect: leak alloc=STATE
  plugin->close(state);
  return result;
}

int run_plugin_ok(const char *name, const char *argument) {
  const struct plugin *plugin = find(name);
  void *state;
  int result;
  if (!plugin)
    return -1;
  state = plugin->open(argument);
  if (!state)
    return -1;
  result = plugin->run(state);
  plugin->close(state);
  return result;
}

int direct_close_bad(void) {
  struct counter *counter = counter_open("abc"); // alloc: COUNTER
  if (!counter)
    return -1;
  text_close(counter); // expect: leak alloc=COUNTER
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  return run_plugin_ok("text", "") + run_plugin_ok("counter", "") + run_plugin_ok("none", "") + 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  run_plugin_bad("counter", "");
  run_plugin_bad("text", "");
  return direct_close_bad();
}
#endif
