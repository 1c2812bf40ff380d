// C structures with a pair of functions that make and destroy them: fields that the destroyer frees own, and one that it
// forgets leaks.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
// RUN: %custody sigs --engine=ownership %s | FileCheck %s --check-prefix=SIGS
#include <stdlib.h>
#include <string.h>

// SIGS: user::name: name = 1
// SIGS-NEXT: owns, because 'user_free' frees it
struct user {
  char *name;
  char *mail;
};

struct user *user_new(const char *name, const char *mail) {
  struct user *u = malloc(sizeof *u);
  if (!u)
    return NULL;
  u->name = strdup(name);
  u->mail = strdup(mail);
  return u;
}

// CHECK: in 'user_free':
// CHECK: warning: {{.*}} is lost here: 'mail' is the last pointer to it [leak]
// CHECK: no function of the program frees 'mail' or hands its ownership on
void user_free(struct user *u) {
  free(u->name);
  free(u);
}

unsigned user_length(const struct user *u) { return strlen(u->name) + strlen(u->mail); }
// CHECK: 1 leak in 1 file
