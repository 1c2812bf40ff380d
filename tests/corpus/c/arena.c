// An arena: blocks taken from it die with it, so they are no leaks; the arena itself must be released.
#include <stdlib.h>
#include <string.h>

struct chunk {
  struct chunk *next;
  size_t used;
  char bytes[256];
};

struct arena {
  struct chunk *chunks;
};

struct arena *arena_new(void) { return calloc(1, sizeof(struct arena)); }

void *arena_take(struct arena *arena, size_t size) {
  struct chunk *chunk = arena->chunks;
  if (size > sizeof chunk->bytes)
    return NULL;
  if (!chunk || chunk->used + size > sizeof chunk->bytes) {
    chunk = malloc(sizeof *chunk);
    if (!chunk)
      return NULL;
    chunk->used = 0;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
  }
  chunk->used += size;
  return chunk->bytes + chunk->used - size;
}

void arena_release(struct arena *arena) {
  struct chunk *chunk = arena->chunks;
  while (chunk) {
    struct chunk *next = chunk->next;
    free(chunk);
    chunk = next;
  }
  free(arena);
}

static char *arena_copy(struct arena *arena, const char *text) {
  char *copy = arena_take(arena, strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

int longest_ok(const char **words, int many) {
  struct arena *arena = arena_new();
  char *best = NULL;
  int length = 0;
  if (!arena)
    return -1;
  for (int i = 0; i < many; i++) {
    char *copy = arena_copy(arena, words[i]);
    if (copy && (!best || strlen(copy) > strlen(best)))
      best = copy;
  }
  length = best ? (int)strlen(best) : 0;
  arena_release(arena);
  return length;
}

int longest_bad(const char **words, int many) {
  struct arena *arena = arena_new(); // alloc: ARENA
  char *first;
  if (!arena)
    return -1;
  if (many == 0)
    return 0; // expect: leak alloc=ARENA
  first = arena_copy(arena, words[0]);
  if (!first) {
    free(arena); // nothing was taken from it: no chunk is lost
    return -1;
  }
  many = (int)strlen(first);
  arena_release(arena);
  return many;
}

int shallow_bad(const char *word) {
  struct arena *arena = arena_new();
  if (!arena)
    return -1;
  arena_copy(arena, word); // alloc: CHUNK
  free(arena);             // expect: leak alloc=CHUNK
  return 0;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  const char *words[] = {"a", "bcd", "ef"};
#ifdef CORPUS_MAIN_OK
  return longest_ok(words, 3) == 3 ? longest_ok(words, 0) : 1;
#else
  longest_bad(words, 0);
  return shallow_bad("a");
#endif
}
#endif
