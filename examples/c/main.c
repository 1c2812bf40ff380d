#include "settings.h"

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
  if (!in)
    return 1;
  struct setting *list = settings_read(in);
  for (const struct setting *it = list; it; it = it->next)
    printf("%s is %s\n", it->key, it->value);
  settings_free(list);
  fclose(in);
  return 0;
}
