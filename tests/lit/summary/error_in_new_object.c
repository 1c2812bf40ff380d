// A number in a new object of which one way out tells and another does not, as an error code: it may be any, and not only
// the one that is told. Of memory that was cleared, too.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct connection {
  char *host;
  int error;
};

int probe(const char *host);

struct connection *connect_to(const char *host, int port) {
  struct connection *c = malloc(sizeof *c);
  c->host = NULL;
  if (port == 0) {
    c->error = 5;
    return c;
  }
  c->error = probe(host);
  c->host = strdup(host);
  return c;
}

struct connection *connect_cleared(const char *host, int port) {
  struct connection *c = calloc(1, sizeof *c);
  if (port == 0) {
    c->error = 5;
    return c;
  }
  c->error = probe(host);
  c->host = strdup(host);
  return c;
}

void disconnect(struct connection *c) {
  free(c->host);
  free(c);
}

void lost_without_error(const char *host, int port) {
  struct connection *c = connect_to(host, port);
  if (c->error)
    disconnect(c);
} // CHECK: :[[@LINE]]:{{.*}}'connect_to' is lost here

void lost_with_error(const char *host) {
  struct connection *c = connect_cleared(host, 1);
  if (!c->error)
    disconnect(c);
} // CHECK: :[[@LINE]]:{{.*}}'connect_cleared' is lost here

void never_lost(const char *host, int port) {
  struct connection *c = connect_cleared(host, port);
  if (c->error) {
    disconnect(c);
    return;
  }
  disconnect(c);
}
