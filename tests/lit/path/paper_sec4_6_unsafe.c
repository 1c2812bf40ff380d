// Section 4.6: a pointer to a component holds the whole; an offset that is added and taken away changes nothing.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stddef.h>
#include <stdlib.h>

struct super {
  int kind;
};
struct sub {
  int value;
  struct super super;
};

// SIG: {{^}}allocator:
// SIG-NEXT: {{^}}  isMalloc: true
struct super *allocator(int size) {
  struct sub *p = malloc(sizeof *p);
  if (!p)
    return 0;
  p->value = size;
  return &p->super;
}

static void destroy(struct super *s) {
  free((char *)s - offsetof(struct sub, super));
}

void super_ok(void) {
  struct super *s = allocator(3);
  if (s)
    destroy(s);
}

void super_bad(void) {
  struct super *s = allocator(3);
  (void)s;
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Linux's virt_to_phys and phys_to_virt.
#define PAGE_OFFSET 0xC0000000ul
#define virt_to_phys(p) ((unsigned long)(p) - PAGE_OFFSET)
#define phys_to_virt(n) ((void *)((n) + PAGE_OFFSET))

static unsigned long table[4];
void in_table_ok(void) {
  table[1] = virt_to_phys(malloc(8));
}

void there_and_back_ok(void) {
  unsigned long n = virt_to_phys(malloc(8));
  free(phys_to_virt(n));
}

unsigned long in_table(int n) {
  return table[n];
}
