// A function that frees several fields of a structure and forgets one that others replace with care.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
// In the default pipeline no path has to show it.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct screen {
  char *title;
  char *icon;
  char *path;
  char *name;
  const char *borrowed;
};

static void copy_text(char **to, const char *text) {
  *to = malloc(strlen(text) + 1);
  if (*to)
    strcpy(*to, text);
}

void screen_init(struct screen *s, const char *title) {
  memset(s, 0, sizeof *s);
  s->title = strdup("");
  s->icon = strdup("");
  s->borrowed = title;
}

void screen_set_path(struct screen *s, const char *path) {
  free(s->path);
  copy_text(&s->path, path);
}

void screen_set_name(struct screen *s, const char *name) {
  free(s->name);
  s->name = strdup(name);
}

// Who only formats takes nothing.
static void add(char *line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsprintf(line, format, arguments);
  va_end(arguments);
}

void screen_describe(const struct screen *s, char *line) { add(line, "%s %s", s->path, s->borrowed); }

void screen_free(struct screen *s) { // CHECK: in 'screen_free':
  free(s->title);
  free(s->icon);
} // CHECK: :[[@LINE]]:{{.*}}'path' is the last pointer to it [leak]

// The name goes another way, and its user frees it.
char *screen_take_name(struct screen *s) {
  char *name = s->name;
  s->name = NULL;
  return name;
}

// Only a key to look up with: nobody fills it.
struct entry {
  int key;
  char *data;
};
static struct entry table[8];

void entry_fill(int i, const char *text) { table[i].data = strdup(text); }

static int same(const struct entry *a, const struct entry *b) { return a->key == b->key; }

const char *entry_find(int key) {
  struct entry wanted;
  wanted.key = key;
  for (int i = 0; i < 8; i++)
    if (same(&table[i], &wanted))
      return table[i].data;
  return NULL;
}

// A beginning that failed: there is no data yet.
struct buffer {
  int size;
  char *data;
};

struct buffer *buffer_new(int size) {
  struct buffer *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  if (size < 0) {
    free(made);
    return NULL;
  }
  made->size = size;
  made->data = NULL;
  return made;
}

void buffer_fill(struct buffer *b) { b->data = malloc(b->size); }
// CHECK: 1 leak in 1 file
