// Frees that meet: an error path that frees what the common exit frees again, a helper that frees its argument.
#include <stdlib.h>
#include <string.h>

static int validate(const char *text) { return text[0] == 'v'; }

static int consume(char *text) {
  int length = (int)strlen(text);
  free(text);
  return length;
}

int submit_bad(const char *input) {
  char *copy = strdup(input); // alloc: COPY
  int status = 0;
  if (!copy)
    return -1;
  if (!validate(copy)) {
    free(copy);
    status = -1;
    goto out;
  }
  status = 1;
out:
  free(copy); // expect: double-free alloc=COPY
  return status;
}

int submit_ok(const char *input) {
  char *copy = strdup(input);
  int status = 0;
  if (!copy)
    return -1;
  if (!validate(copy)) {
    free(copy);
    copy = NULL;
    status = -1;
    goto out;
  }
  status = 1;
out:
  free(copy);
  return status;
}

int measure_bad(const char *input) {
  char *copy = strdup(input); // alloc: EATEN
  int length;
  if (!copy)
    return -1;
  length = consume(copy);
  free(copy); // expect: double-free alloc=EATEN
  return length;
}

int measure_ok(const char *input, int early) {
  char *copy = strdup(input);
  if (!copy)
    return -1;
  if (early) {
    free(copy);
    return 0;
  }
  return consume(copy);
}

struct session {
  char *user;
  char *host;
};

void session_reset_bad(struct session *session) {
  free(session->user);
  free(session->host);
}

void session_reset_ok(struct session *session) {
  free(session->user);
  free(session->host);
  session->user = session->host = NULL;
}

int login_bad(const char *user) {
  struct session session;
  session.user = strdup(user); // alloc: USER
  session.host = NULL;
  session_reset_bad(&session);
  session_reset_bad(&session); // expect: double-free alloc=USER
  return 0;
}

int login_ok(const char *user) {
  struct session session;
  session.user = strdup(user);
  session.host = NULL;
  session_reset_ok(&session);
  session_reset_ok(&session);
  return 0;
}

int alias_bad(void) {
  char *first = malloc(8); // alloc: ALIASED
  char *second = first;
  free(first);
  free(second); // expect: double-free alloc=ALIASED
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  submit_ok("valid"), submit_ok("no");
  measure_ok("a", 0), measure_ok("a", 1);
  return login_ok("me");
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  submit_bad("no");
  measure_bad("a");
  login_bad("me");
  return alias_bad();
}
#endif
