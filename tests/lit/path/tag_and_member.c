// Which member is there goes with the tag, also where the summary of what reads it is projected.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key {
  int type;
  char *small, *large;
};

static struct key *make(int type) {
  struct key *key = calloc(1, sizeof *key);
  if (!key)
    abort();
  key->type = type;
  switch (type) {
  case 1:
    if (!(key->small = malloc(5)))
      abort();
    break;
  case 2:
    if (!(key->large = malloc(60)))
      abort();
    break;
  case 3:
    break;
  default:
    abort();
  }
  return key;
}

static void drop(struct key *key) {
  switch (key->type) {
  case 1:
    free(key->small);
    break;
  case 2:
    free(key->large);
    break;
  case 3:
    break;
  default:
    abort();
  }
  free(key);
}

static int parse(struct key *into, const char *text) {
  const int type = text[0];
  if (!strchr(text, ' ') || type == 3 || text[1] == 0)
    return -1;
  if (into->type == 3)
    into->type = type;
  else if (into->type != type)
    return -1;
  if (text[2] == 0)
    return -1;
  struct key *key = make(type);
  if (text[3] == 0) {
    drop(key);
    return -1;
  }
  if (into->type == 1) {
    free(into->small);
    into->small = key->small;
    key->small = 0;
  } else {
    free(into->large);
    into->large = key->large;
    key->large = 0;
  }
  drop(key);
  return 1;
}

static int find(FILE *file, int type, struct key *found) {
  char line[100];
  int result = 1;
  while (fgets(line, sizeof line, file)) {
    if (*line == '#' || parse(found, line) != 1)
      continue;
    if (type == found->type)
      return 0;
    result = 2;
  }
  return result;
}

int check_ok(FILE *file, int type) {
  struct key *found = make(type);
  const int result = find(file, type, found);
  drop(found);
  return result;
}
