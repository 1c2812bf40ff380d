// How much a summary tells: cells, objects, and how long an exact condition may be. What is left out costs findings, or a
// decision.
// RUN: %custody sigs %s --no-cache --engine=path --function=clear | FileCheck %s --check-prefix=ALL
// RUN: %custody sigs %s --no-cache --engine=path --function=clear --set path.max-writes=1 | FileCheck %s --check-prefix=WRITES
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody check %s --no-cache --engine=path --set path.max-sites=1 | FileCheck %s --check-prefix=SITES
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.max-formula=1 | FileCheck %s --check-prefix=FORMULA
// RUN: %custody sigs %s --no-cache --engine=path --function=drop --set path.max-formula=1 --set path.max-projected=1 | FileCheck %s --check-prefix=CASES
// RUN: %custody sigs %s --no-cache --function=clear | FileCheck %s --check-prefix=ALL
// RUN: %custody sigs %s --no-cache --function=clear --set summary.max-writes=1 | FileCheck %s --check-prefix=WRITES
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary | FileCheck %s
// RUN: %custody check %s --no-cache --engine=summary --set summary.max-sites=1 | FileCheck %s --check-prefix=SITES
#include <stdlib.h>

// ALL: arg1* = 0
// ALL-NEXT: arg2* = 0
// WRITES: arg1* = 0
// WRITES-NOT: arg2* = 0
void clear(char **a, char **b) {
  *a = 0;
  *b = 0;
}

struct pair {
  char *key;
};
static struct pair *make(void) {
  struct pair *made = malloc(sizeof *made);
  if (!made)
    return 0;
  made->key = malloc(3);
  return made;
}

// SITES: nothing found
void parts_bad(void) {
  struct pair *made = make();
  free(made); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// The summary engine's case: nobody knows when.
// CASES: {{^}}drop:
// CASES-NOT: returns when
// CASES: {{^}}  frees arg1* when (not {{g[0-9]+}})
// CASES-NOT: where
static void drop(char *p, int a, int b) {
  if (a * 3 + b * 5 > 17 && (a ^ b) != 9)
    free(p);
}
void same_condition_ok(int a, int b) {
  char *p = 0;
  if (a * 3 + b * 5 > 17 && (a ^ b) != 9)
    p = malloc(4);
  drop(p, a, b);
} // FORMULA: :[[@LINE]]:{{.*}}[leak]
