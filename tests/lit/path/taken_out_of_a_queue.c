// An element that is taken out of a queue points back to the place that holds it.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct block {
  size_t size;
  struct {
    struct block *next;
    struct block **prev;
  } entry;
};

struct pane {
  int fd;
  struct {
    struct block *first;
    struct block **last;
  } blocks;
};

#define REMOVE(head, elm)                                                                                              \
  do {                                                                                                                 \
    if ((elm)->entry.next != NULL)                                                                                     \
      (elm)->entry.next->entry.prev = (elm)->entry.prev;                                                               \
    else                                                                                                               \
      (head)->last = (elm)->entry.prev;                                                                                \
    *(elm)->entry.prev = (elm)->entry.next;                                                                            \
  } while (0)

void write_ok(struct pane *pane, size_t limit) {
  size_t used = 0;
  while (used != limit && pane->blocks.first != NULL) {
    struct block *b = pane->blocks.first;
    size_t size = b->size;
    if (size > limit - used)
      size = limit - used;
    used += size;
    b->size -= size;
    if (b->size == 0) {
      REMOVE(&pane->blocks, b);
      free(b);
    }
  }
}

void write_bad(struct pane *pane, size_t limit) {
  size_t used = 0;
  while (used != limit && pane->blocks.first != NULL) {
    struct block *b = pane->blocks.first;
    used++;
    free(b); // CHECK: :[[@LINE]]:{{.*}}[double-free]
  }
}
