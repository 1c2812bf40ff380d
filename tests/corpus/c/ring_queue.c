// A bounded message queue: a full queue refuses the message, and then it still belongs to the sender.
#include <stdlib.h>
#include <string.h>

#define ROOM 2

struct message {
  int kind;
  char *text;
};

struct ring {
  struct message *slot[ROOM];
  int first, many;
};

struct message *message_new(int kind, const char *text) {
  struct message *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->kind = kind;
  made->text = strdup(text);
  if (!made->text) {
    free(made);
    return NULL;
  }
  return made;
}

void message_free(struct message *message) {
  if (message)
    free(message->text);
  free(message);
}

// Takes the message only if it returns 0.
int ring_put(struct ring *ring, struct message *message) {
  if (ring->many == ROOM)
    return -1;
  ring->slot[(ring->first + ring->many++) % ROOM] = message;
  return 0;
}

struct message *ring_take(struct ring *ring) {
  struct message *taken;
  if (ring->many == 0)
    return NULL;
  taken = ring->slot[ring->first];
  ring->slot[ring->first] = NULL;
  ring->first = (ring->first + 1) % ROOM;
  ring->many--;
  return taken;
}

void ring_clear(struct ring *ring) {
  struct message *taken;
  while ((taken = ring_take(ring)))
    message_free(taken);
}

int post_bad(struct ring *ring, const char *text) {
  struct message *made = message_new(1, text); // alloc: MADE
  if (!made)
    return -1;
  return ring_put(ring, made); // expect: leak alloc=MADE
}

int post_ok(struct ring *ring, const char *text) {
  struct message *made = message_new(1, text);
  if (!made)
    return -1;
  if (ring_put(ring, made) != 0) {
    message_free(made);
    return -1;
  }
  return 0;
}

int post_twice_bad(struct ring *ring, const char *text) {
  struct message *made = message_new(2, text); // alloc: TWICE
  if (!made)
    return -1;
  if (ring_put(ring, made) != 0) {
    message_free(made);
    free(made); // expect: double-free alloc=TWICE
    return -1;
  }
  return 0;
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  static struct ring ring;
  for (int i = 0; i < 4; i++)
#ifdef CORPUS_MAIN_OK
    post_ok(&ring, "x");
#else
    post_bad(&ring, "x"), post_twice_bad(&ring, "x");
#endif
  ring_clear(&ring);
  return 0;
}
#endif
