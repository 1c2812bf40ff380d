// A loop that takes elements off a queue and frees them: the place that the element before it points back to is the head
// that the loop reads again. Nothing is freed twice.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct element {
  char *name;
  struct element *next, **previous;
};
struct queue {
  struct element *first, **last;
};

void clear(struct queue *queue) {
  struct element *element;
  while ((element = queue->first) != NULL) {
    if (element->next)
      element->next->previous = element->previous;
    else
      queue->last = element->previous;
    *element->previous = element->next;
    free(element->name);
    free(element);
  }
}

void twice(struct queue *queue) {
  free(queue->first);
  free(queue->first); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}
