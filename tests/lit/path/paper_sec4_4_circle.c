// Section 4.4: two blocks that point to each other do not escape through each other.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct s {
  struct s *next, *prev;
};
static struct s *ring;

void circle_bad(void) {
  struct s *s = malloc(sizeof *s);
  if (!s)
    return;
  s->prev = s->next = 0;
  s->next = malloc(sizeof *s);
  if (s->next)
    s->next->prev = s;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void circle_kept_ok(void) {
  struct s *s = malloc(sizeof *s);
  if (!s)
    return;
  s->next = malloc(sizeof *s);
  if (s->next)
    s->next->prev = s;
  ring = s;
}

struct s *circle_returned_ok(void) {
  struct s *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->next = malloc(sizeof *s);
  if (!s->next) {
    free(s);
    return 0;
  }
  s->next->prev = s;
  return s->next; // leads to both
}

void itself_bad(void) {
  struct s *s = malloc(sizeof *s);
  if (s)
    s->next = s;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

int is_ring(void) {
  return ring && ring->next == ring;
}
