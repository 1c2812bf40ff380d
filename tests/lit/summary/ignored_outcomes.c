// Where nobody looks at the result, outcomes that do the same near the arguments are one. What only one of them wrote may
// have been written, and what one of them frees near the arguments is a case of its own.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct log {
  char *text;
};

struct source {
  struct log *log;
  int error;
};

int fails(void);

// An error is written down, far away, and has a code.
int load(struct source *s) {
  if (fails()) {
    free(s->log->text);
    s->log->text = strdup("broken");
    s->error = 5;
    return -1;
  }
  return 0;
}

void after_success(struct source *s) {
  char *copy = strdup("copy");
  load(s);
  if (s->error)
    free(copy);
} // CHECK: :[[@LINE]]:{{.*}}'strdup' is lost here

void after_failure(struct source *s) {
  s->error = 0;
  char *copy = strdup("copy");
  load(s);
  if (!s->error)
    free(copy);
} // CHECK: :[[@LINE]]:{{.*}}'strdup' is lost here

void after_both(struct source *s) {
  char *copy = strdup("copy");
  load(s);
  load(s);
  free(copy);
}

// One outcome frees its argument, and tells so in a way that can be asked for later.
int drop(char **text, int always) {
  if (!always && fails())
    return -1;
  free(*text);
  *text = NULL;
  return 0;
}

void asks_later(void) {
  char *text = strdup("text");
  drop(&text, 0);
  if (text)
    drop(&text, 1);
}

void asks_wrongly(void) {
  char *text = strdup("text");
  drop(&text, 0);
  if (!text)
    drop(&text, 1);
} // CHECK: :[[@LINE]]:{{.*}}'strdup' is lost here
