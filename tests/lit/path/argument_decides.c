// What an argument decides in the callee, the caller's argument decides at the call.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

static void drop(char *p, int really) {
  if (really)
    free(p);
}

void constant_ok(void) {
  drop(malloc(4), 1);
}

void constant_bad(void) {
  char *p = malloc(4);
  drop(p, 0);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void same_flag_ok(int flag) {
  char *p = flag ? malloc(4) : 0;
  drop(p, flag);
}

void other_flag_bad(int flag) {
  char *p = flag ? malloc(4) : 0;
  drop(p, flag > 3);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// The callee's flags are bits.
enum { OWN = 4, QUIET = 1 };
static void finish(char *p, unsigned flags) {
  if (flags & OWN)
    free(p);
}
void flags_ok(unsigned extra) {
  finish(malloc(4), extra | OWN);
}
void flags_bad(void) {
  finish(malloc(4), QUIET); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
