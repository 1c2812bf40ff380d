// A function whose conditions are told by cases only. Without a place for the comment none is made, and the comment of
// one case is not the key of another, though both come from one allocation and never exist together.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-formula=1 | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
  char *made = malloc(strlen(text) + 1);
  if (!made)
    abort();
  return strcpy(made, text);
}

static char *load(const char *file, int version, char **comment) {
  char *key;
  if (version == 1) {
    if (comment)
      *comment = copy(file);
    key = copy("old");
  } else {
    key = copy("new");
    if (comment)
      *comment = copy("none");
  }
  return key;
}

char *key_only_ok(const char *file, int version) {
  return load(file, version, NULL);
}

// Whether there is a place is the caller's to know.
char *comment_if_wanted_ok(const char *file, int version, int wanted) {
  char *comment;
  char *key = load(file, version, wanted ? &comment : NULL);
  if (wanted)
    free(comment);
  return key;
}

void both_ok(const char *file, int version) {
  char *comment = NULL;
  char *key = load(file, version, &comment);
  free(comment);
  free(key);
}

char *comment_bad(const char *file, int version) {
  char *comment = NULL;
  return load(file, version, &comment);
} // CHECK: :[[@LINE-1]]:{{.*}}[leak]
