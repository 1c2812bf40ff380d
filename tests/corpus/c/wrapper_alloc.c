// Covert allocators: a checked malloc that never returns null, and functions that allocate only sometimes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}

void *xmalloc(size_t size) {
  void *made = malloc(size);
  if (!made)
    die("out of memory");
  return made;
}

char *xstrdup(const char *text) { return strcpy(xmalloc(strlen(text) + 1), text); }

// Gives back its argument, or a longer copy that the caller must free: the caller has to compare.
char *with_slash(char *path) {
  size_t length = strlen(path);
  char *longer;
  if (length > 0 && path[length - 1] == '/')
    return path;
  longer = xmalloc(length + 2);
  strcpy(longer, path);
  strcat(longer, "/");
  return longer;
}

int open_dir_ok(char *path) {
  char *full = with_slash(path);
  int depth = 0;
  for (char *at = full; *at; at++)
    depth += *at == '/';
  if (full != path)
    free(full);
  return depth;
}

int open_dir_bad(char *path) {
  char *full = with_slash(path); // alloc: FULL
  int depth = 0;
  for (char *at = full; *at; at++)
    depth += *at == '/';
  return depth; // expect: leak alloc=FULL
}

int port_bad(const char *address) {
  char *copy = xstrdup(address); // alloc: COPY
  char *colon = strchr(copy, ':');
  int port;
  if (!colon)
    return -1; // expect: leak alloc=COPY
  port = atoi(colon + 1);
  free(copy);
  return port;
}

int port_ok(const char *address) {
  char *copy = xstrdup(address);
  char *colon = strchr(copy, ':');
  int port = colon ? atoi(colon + 1) : -1;
  free(copy);
  return port;
}

int must_have_ok(const char *address) {
  char *copy = xstrdup(address);
  if (!*copy)
    die("empty address");
  free(copy);
  return 0;
}

void ignore_bad(const char *text) {
  xstrdup(text); // expect: leak alloc=IGNORED alloc: IGNORED
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  char bare[] = "a/b", done[] = "a/b/";
#ifdef CORPUS_MAIN_OK
  must_have_ok("x");
  port_ok("h:1"), port_ok("h");
  return open_dir_ok(bare) + open_dir_ok(done) - 4;
#else
  port_bad("h");
  ignore_bad("h");
  return open_dir_bad(bare) + open_dir_bad(done);
#endif
}
#endif
