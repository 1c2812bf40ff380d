// Reference counting by hand: every `get` wants a `put`, on error paths too.
#include <stdlib.h>
#include <string.h>

struct blob {
  int references;
  size_t size;
  unsigned char *bytes;
};

struct blob *blob_new(size_t size) {
  struct blob *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->bytes = calloc(size ? size : 1, 1);
  if (!made->bytes) {
    free(made);
    return NULL;
  }
  made->references = 1;
  made->size = size;
  return made;
}

struct blob *blob_get(struct blob *blob) {
  blob->references++;
  return blob;
}

void blob_put(struct blob *blob) {
  if (blob && --blob->references == 0) {
    free(blob->bytes);
    free(blob);
  }
}

struct message {
  struct blob *payload;
};

int message_init(struct message *message, struct blob *payload) {
  if (payload->size == 0)
    return -1;
  message->payload = blob_get(payload);
  return 0;
}

int send_twice_ok(size_t size) {
  struct message one, two;
  struct blob *blob = blob_new(size);
  int status = -1;
  if (!blob)
    return -1;
  if (message_init(&one, blob) == 0) {
    if (message_init(&two, blob) == 0) {
      status = 0;
      blob_put(two.payload);
    }
    blob_put(one.payload);
  }
  blob_put(blob);
  return status;
}

int send_twice_bad(size_t size) {
  struct message one;
  struct blob *blob = blob_new(size); // alloc: BLOB
  if (!blob)
    return -1;
  if (message_init(&one, blob) != 0)
    return -1; // expect: leak alloc=BLOB
  blob_put(one.payload);
  blob_put(blob);
  return 0;
}

size_t peek_bad(size_t size) {
  struct blob *blob = blob_new(size); // alloc: PEEKED
  size_t known;
  if (!blob)
    return 0;
  known = blob->size;
  free(blob); // expect: leak alloc=PEEKED
  return known;
}

size_t peek_ok(size_t size) {
  struct blob *blob = blob_new(size);
  size_t known;
  if (!blob)
    return 0;
  known = blob->size;
  blob_put(blob);
  return known;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  send_twice_ok(0);
  return send_twice_ok(4) + (peek_ok(3) == 3 ? 0 : 1);
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  send_twice_bad(0);
  return (int)peek_bad(3);
}
#endif
