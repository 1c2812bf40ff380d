// Intrusive lists: the list holds a member inside the object, so the object is reached by going back from it.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct link {
  struct link *next, *previous;
};

#define OBJECT_OF(at, type, member) ((type *)((char *)(at) - offsetof(type, member)))

struct timer {
  int due;
  char *label;
  struct link link;
};

void list_init(struct link *head) { head->next = head->previous = head; }

static void list_add(struct link *head, struct link *made) {
  made->next = head->next;
  made->previous = head;
  head->next->previous = made;
  head->next = made;
}

static void list_remove(struct link *gone) {
  gone->previous->next = gone->next;
  gone->next->previous = gone->previous;
}

struct timer *timer_new(int due, const char *label) {
  struct timer *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->due = due;
  made->label = strdup(label);
  if (!made->label) {
    free(made);
    return NULL;
  }
  return made;
}

static void timer_free(struct timer *timer) {
  free(timer->label);
  free(timer);
}

int timer_add_ok(struct link *head, int due) {
  struct timer *made = timer_new(due, "tick");
  if (!made)
    return -1;
  if (due < 0) {
    timer_free(made);
    return -1;
  }
  list_add(head, &made->link);
  return 0;
}

int timer_add_bad(struct link *head, int due) {
  struct timer *made = timer_new(due, "tick"); // alloc: TIMER
  if (!made)
    return -1;
  if (due < 0)
    return -1; // expect: leak alloc=TIMER
  list_add(head, &made->link);
  return 0;
}

void timers_clear_ok(struct link *head) {
  while (head->next != head) {
    struct timer *timer = OBJECT_OF(head->next, struct timer, link);
    list_remove(&timer->link);
    timer_free(timer);
  }
}

void timers_clear_bad(struct link *head) {
  while (head->next != head) {
    struct timer *timer = OBJECT_OF(head->next, struct timer, link);
    list_remove(&timer->link);
    if (timer->due > 10)
      continue; // expect: leak
    timer_free(timer);
  }
}

#if defined CORPUS_MAIN_OK || defined CORPUS_MAIN_BAD
int main(void) {
  struct link head;
  list_init(&head);
#ifdef CORPUS_MAIN_OK
  timer_add_ok(&head, 1), timer_add_ok(&head, 20), timer_add_ok(&head, -1);
  timers_clear_ok(&head);
#else
  timer_add_bad(&head, 1), timer_add_bad(&head, 20), timer_add_bad(&head, -1);
  timers_clear_bad(&head);
#endif
  return 0;
}
#endif
