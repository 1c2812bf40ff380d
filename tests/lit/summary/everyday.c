// Everyday C: what is right stays silent, what is wrong is told.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache -- -D_GNU_SOURCE | FileCheck %s --implicit-check-not='warning: '
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int goto_ok(const char *name) {
  int result = -1;
  char *a = NULL, *b = NULL;
  a = strdup(name);
  if (!a)
    goto out;
  b = malloc(10);
  if (!b)
    goto out;
  result = 0;
out:
  free(b);
  free(a);
  return result;
}

int goto_bad(const char *name) {
  int result = -1;
  char *a = NULL, *b = NULL;
  a = strdup(name);
  if (!a)
    goto out;
  b = malloc(10);
  if (!b)
    goto out;
  result = 0;
out:
  free(b);
  return result; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

char *static_ok(void) {
  static char *cache;
  if (!cache)
    cache = malloc(10);
  return cache;
}

void static_user_ok(void) {
  char *p = static_ok();
  if (p)
    p[0] = 1;
}

int getline_ok(FILE *f) {
  char *line = NULL;
  size_t n = 0;
  int count = 0;
  while (getline(&line, &n, f) > 0)
    count++;
  free(line);
  return count;
}

int getline_bad(FILE *f) {
  char *line = NULL;
  size_t n = 0;
  int count = 0;
  while (getline(&line, &n, f) > 0)
    count++;
  return count; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int asprintf_ok(int n) {
  char *s;
  if (asprintf(&s, "%d", n) < 0)
    return -1;
  puts(s);
  free(s);
  return 0;
}

int asprintf_bad(int n) {
  char *s;
  if (asprintf(&s, "%d", n) < 0)
    return -1;
  puts(s);
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

struct buf {
  char *data;
  size_t len;
};

struct buf make_ok(void) {
  struct buf b = {malloc(10), 10};
  return b;
}

void byvalue_ok(void) {
  struct buf b = make_ok();
  free(b.data);
}

void byvalue_bad(void) {
  struct buf b = make_ok();
  b.len = 0;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

static void release(struct buf b) {
  free(b.data);
}

void byvalue2_ok(void) {
  release(make_ok());
}

char *cond_ok(const char *s) {
  return s ? strdup(s) : NULL;
}

void cond_user_ok(const char *s) {
  char *p = cond_ok(s);
  free(p);
}

void cond_user_bad(const char *s) {
  char *p = cond_ok(s);
  if (p)
    puts(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void loop_break_ok(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p)
      break;
    if (i == 3) {
      free(p);
      continue;
    }
    free(p);
  }
}

void loop_continue_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p)
      break;
    if (i == 3)
      continue; // CHECK: :[[@LINE]]:{{.*}}[leak]
    free(p);
  }
}

int fopen_ok(const char *n) {
  FILE *f = fopen(n, "r");
  if (!f)
    return -1;
  char *b = malloc(10);
  if (!b) {
    fclose(f);
    return -1;
  }
  fclose(f);
  free(b);
  return 0;
}
