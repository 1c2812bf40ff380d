// A function that releases a structure is asked which of its parts it releases together: one that is released only if
// another is there is lost where it is not.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct message {
  char *id;
  char *log;
};

static const char none[1];

static void release(char *text) { // which is not certain to free it
  if (text != none)
    free(text);
}

static struct message *message_new(const char *id, const char *log) {
  struct message *m = malloc(sizeof *m);
  if (!m)
    abort();
  m->id = strdup(id);
  m->log = log ? strdup(log) : NULL;
  return m;
}

static void message_free_bad(struct message *m) {
  if (m->log) {
    release(m->id); // but not without a log
    release(m->log);
  }
  free(m);
}

static void message_free_ok(struct message *m) {
  if (m->log)
    release(m->log);
  release(m->id);
  free(m);
}

void send_bad(void) {
  struct message *m = message_new("a", NULL);
  message_free_bad(m); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

void send_ok(void) {
  struct message *m = message_new("a", NULL);
  message_free_ok(m);
}
