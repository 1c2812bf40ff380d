// A singly linked list of jobs: taking a node out, freeing one node where the list was meant, freeing all.
#include <stdlib.h>

struct job {
  int number;
  struct job *next;
};

struct queue {
  struct job *first;
};

int queue_push(struct queue *queue, int number) {
  struct job *made = malloc(sizeof *made);
  if (!made)
    return -1;
  made->number = number;
  made->next = queue->first;
  queue->first = made;
  return 0;
}

struct job *queue_pop(struct queue *queue) {
  struct job *taken = queue->first;
  if (taken)
    queue->first = taken->next;
  return taken;
}

void queue_clear_ok(struct queue *queue) {
  struct job *taken;
  while ((taken = queue_pop(queue)))
    free(taken);
}

int drain_bad(struct queue *queue) {
  struct job *taken;
  int sum = 0;
  while ((taken = queue_pop(queue))) {
    if (taken->number < 0)
      continue; // expect: leak
    sum += taken->number;
    free(taken);
  }
  return sum;
}

int drain_ok(struct queue *queue) {
  struct job *taken;
  int sum = 0;
  while ((taken = queue_pop(queue))) {
    if (taken->number >= 0)
      sum += taken->number;
    free(taken);
  }
  return sum;
}

int two_jobs_bad(void) {
  struct queue queue = {NULL};
  int sum;
  queue_push(&queue, 1); // alloc: FIRST
  queue_push(&queue, 2); // alloc: SECOND
  sum = queue.first ? queue.first->number : 0;
  free(queue.first); // expect: leak alloc=FIRST
  return sum;
}

int two_jobs_ok(void) {
  struct queue queue = {NULL};
  int sum;
  queue_push(&queue, 1);
  queue_push(&queue, 2);
  sum = drain_ok(&queue);
  queue_clear_ok(&queue);
  return sum;
}

int single_bad(int number) {
  struct job *made = malloc(sizeof *made); // alloc: SINGLE
  if (!made)
    return -1;
  made->number = number;
  made->next = NULL;
  if (number > 3)
    free(made);
  if (number > 5) {
    free(made); // expect: double-free alloc=SINGLE
    return 1;
  }
  return 0; // expect: leak alloc=SINGLE
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  return two_jobs_ok() == 3 ? 0 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  struct queue queue = {NULL};
  queue_push(&queue, -1);
  drain_bad(&queue);
  single_bad(1);
  single_bad(6);
  return two_jobs_bad();
}
#endif
