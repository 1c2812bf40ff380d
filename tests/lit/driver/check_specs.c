// Bodies against what a user's file says of them: each contradiction is told with the place in the body and the place of
// the specification. What cannot be known is no contradiction.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --check-specs --spec %driver/claims.own > %t.txt
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t.txt
// RUN: %python %driver/status.py 0 %custody check %s --no-cache --spec %driver/claims.own | FileCheck %s --check-prefix=TRUSTED
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --check-specs --spec %driver/claims.own --format=sarif | FileCheck %s --check-prefix=SARIF
// TRUSTED-NOT: warning:
// SARIF: "text": "specified here"
#include <stdlib.h>
#include <string.h>

struct thing {
  char *name;
  struct thing *next;
};
struct thing *all;
void unknown(struct thing *);

char *label_wrong(struct thing *t) {
  return strdup(t->name);
// CHECK: [[@LINE-1]]:3: warning: the body contradicts its specification: the result is fresh memory, which nobody else holds
}
// CHECK: claims.own:2:7: note: specified here: the result is owned by others

char *label_right(struct thing *t) {
  return strdup(t->name);
}

char *alias_wrong(struct thing *t) {
  return t->name;
// CHECK: [[@LINE-1]]:3: warning: the body contradicts its specification: the result is memory that the caller had before
}
// CHECK: claims.own:4:{{.*}} note: specified here: the result is fresh memory

char *never_null_wrong(struct thing *t) {
  if (!t->name)
    return NULL;
// CHECK: [[@LINE-1]]:5: warning: the body contradicts its specification: the result is null
  char *copy = strdup(t->name);
  if (!copy)
    abort();
  return copy;
}
// CHECK: claims.own:5:{{.*}} note: specified here: the result is never null

void drop_wrong(struct thing *t, int how) {
  if (how == 3)
    return;
// CHECK: [[@LINE-1]]:5: warning: the body contradicts its specification: 't' is not freed when the function returns here
  free(t);
}
// CHECK: claims.own:6:{{.*}} note: specified here: 't' is freed

void drop_right(struct thing *t) {
  if (!t)
    return;
  free(t->name);
  free(t);
}

void look_wrong(struct thing *t) {
  if (!t->name)
    free(t);
// CHECK: [[@LINE-1]]:5: warning: the body contradicts its specification: 't' is freed here
}
// CHECK: claims.own:8:{{.*}} note: specified here: 't' is only borrowed

void look_right(struct thing *t) {
  free(t->name);
  t->name = strdup("looked at");
}

void keep_wrong(struct thing *t) {
  all = t;
// CHECK: [[@LINE-1]]:7: warning: the body contradicts its specification: 't' is kept in a global variable here
}
// CHECK: claims.own:10:{{.*}} note: specified here: 't' is only borrowed

void keep_right(struct thing *t) {
  all = t;
}

void take_wrong(struct thing *t, struct thing *into) {
  if (into)
    into->name = strdup(t->name);
}
// CHECK: [[@LINE-1]]:1: warning: the body contradicts its specification: 't' is neither freed nor stored when the function returns here
// CHECK: claims.own:12:{{.*}} note: specified here: 't' is taken over

void take_right(struct thing *t, struct thing *into) {
  into->next = t;
}

int make_wrong(int n, char **out) {
  if (n == 0)
    return 0;
// CHECK: [[@LINE-1]]:5: warning: the body contradicts its specification: '*out' is not set when the function returns here
  *out = malloc(n);
  return *out ? 0 : -1;
}
// CHECK: claims.own:14:{{.*}} note: specified here: '*out' holds fresh memory

int make_right(int n, char **out) {
  if (n == 0)
    return -1;
  *out = malloc(n);
  return *out ? 0 : -1;
}

int silent_wrong(char **out) {
  *out = strdup("mine");
  if (!*out)
    return -1;
  return 0;
// CHECK: [[@LINE-1]]:3: warning: the body contradicts its specification: '*out' holds fresh memory when the function returns here
}
// CHECK: claims.own:16:{{.*}} note: specified here: nothing is said of what '*out' holds

void stop_wrong(int n) {
  if (n)
    exit(n);
}
// CHECK: [[@LINE-1]]:1: warning: the body contradicts its specification: the function returns here
// CHECK: claims.own:17:{{.*}} note: specified here: it does not return

void stop_right(int n) {
  exit(n);
}

char *family_wrong(void) {
  return malloc(4);
// CHECK: [[@LINE-1]]:3: warning: the body contradicts its specification: the result belongs to family 'malloc' here
}
// CHECK: claims.own:19:{{.*}} note: specified here: the result belongs to family 'handle'

char *first_right(struct thing *t) {
  return t->name;
}

void unknown_right(struct thing *t) {
  unknown(t);
}
