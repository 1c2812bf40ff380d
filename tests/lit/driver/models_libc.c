// Bundled models of the C library that are easily said wrong: what fails although it was given a buffer, what a stream leaves behind,
// obstacks, whose header does much of the work in macros.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#define _GNU_SOURCE
#include <limits.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int realpath_fails(const char *path) {
  char buffer[PATH_MAX];
  char *memory = strdup(path);
  if (!memory)
    return 0;
  if (!realpath(path, buffer))
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(memory);
  return 1;
}

int time_fails(time_t when) {
  struct tm parts;
  char *memory = malloc(10);
  if (!memory)
    return 0;
  if (!localtime_r(&when, &parts))
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(memory);
  return 1;
}

int stream_ok(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return 0;
  fputs("x", stream);
  fclose(stream);
  int found = size > 0 && text[0] == 'x';
  free(text);
  return found;
}

int stream_bad(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return 0;
  fputs("x", stream);
  fclose(stream);
  return size > 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int obstack_ok(const char *text) {
  struct obstack heap;
  obstack_init(&heap);
  char *block = obstack_alloc(&heap, 10);
  char *copy = obstack_copy0(&heap, text, strlen(text));
  int sum = block[0] + copy[0];
  obstack_free(&heap, NULL);
  return sum;
}

// What is older than the block stays, and the obstack with it.
int obstack_bad(const char *text) {
  struct obstack heap;
  obstack_init(&heap);
  char *copy = obstack_copy0(&heap, text, strlen(text));
  int first = copy[0];
  obstack_free(&heap, copy);
  return first; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
