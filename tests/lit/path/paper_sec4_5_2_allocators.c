// Section 4.5.2: a function is no allocator if it may return something else, or keeps the block itself, as regions do.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

struct block {
  struct block *next;
  char room[64];
};
struct region {
  struct block *blocks;
};
static struct block *all;
static char spare[64];

// SIG: {{^}}region_new:
// SIG-NEXT: {{^}}  isMalloc: false
void *region_new(struct region *r) {
  struct block *b = malloc(sizeof *b);
  if (!b)
    return 0;
  b->next = r->blocks;
  r->blocks = b;
  return b;
}

// SIG: {{^}}global_new:
// SIG-NEXT: {{^}}  isMalloc: false
void *global_new(void) {
  struct block *b = malloc(sizeof *b);
  if (!b)
    return 0;
  b->next = all;
  all = b;
  return b;
}

// SIG: {{^}}new_or_spare:
// SIG-NEXT: {{^}}  isMalloc: false
char *new_or_spare(int n) {
  if (n > 64)
    return malloc(n);
  return spare;
}

// SIG: {{^}}new_or_null:
// SIG-NEXT: {{^}}  isMalloc: true
char *new_or_null(int n) {
  return n > 64 ? malloc(n) : 0;
}

void region_ok(struct region *r) {
  region_new(r);
}

void global_ok(void) {
  global_new();
}

void new_or_null_bad(int n) {
  new_or_null(n); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// Past the paper: it is known when it is new.
void spare_ok(void) {
  new_or_spare(10);
}

void spare_length_ok(int n) {
  char *p = new_or_spare(n);
  if (n > 64)
    free(p);
}

void not_spare_bad(void) {
  new_or_spare(100); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

struct block *first(void) {
  return all;
}
