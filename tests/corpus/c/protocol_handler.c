// A request handler of a small server: header, body and reply are separate blocks with one way out.
#include <stdlib.h>
#include <string.h>

struct request {
  int type;
  size_t length;
  const unsigned char *data;
};

enum { PING = 1, ECHO = 2, QUIT = 3 };

static int send_reply(const char *text) { return (int)strlen(text); }

int handle_bad(const struct request *request) {
  char *body = NULL;
  char *reply = NULL;
  int status = -1;

  body = malloc(request->length + 1); // alloc: BODY
  if (!body)
    goto out;
  memcpy(body, request->data, request->length);
  body[request->length] = '\0';

  switch (request->type) {
  case PING:
    status = send_reply("pong");
    break;
  case ECHO:
    reply = malloc(request->length + 6); // alloc: REPLY
    if (!reply)
      goto out;
    strcpy(reply, "echo ");
    strcat(reply, body);
    status = send_reply(reply);
    break; // the reply is not given back below
  case QUIT:
    return 0; // expect: leak alloc=BODY
  default:
    break;
  }
out:
  free(body);
  return status; // expect: leak alloc=REPLY
}

int handle_ok(const struct request *request) {
  char *body = NULL;
  char *reply = NULL;
  int status = -1;

  body = malloc(request->length + 1);
  if (!body)
    goto out;
  memcpy(body, request->data, request->length);
  body[request->length] = '\0';

  switch (request->type) {
  case PING:
    status = send_reply("pong");
    break;
  case ECHO:
    reply = malloc(request->length + 6);
    if (!reply)
      goto out;
    strcpy(reply, "echo ");
    strcat(reply, body);
    status = send_reply(reply);
    break;
  case QUIT:
    status = 0;
    goto out;
  default:
    break;
  }
out:
  free(reply);
  free(body);
  return status;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  int (*handle)(const struct request *) = handle_ok;
#ifdef CORPUS_MAIN_BAD
  handle = handle_bad;
#endif
  for (int type = 0; type < 5; type++) {
    struct request request = {type, 2, (const unsigned char *)"hi"};
    handle(&request);
  }
  return 0;
}
#endif
