// The first iterations do not come to the reallocation, and one way out of the loop is never taken in them. Then the
// last iteration takes all ways out: the block is lost where the reading fails. A number that is counted up from 0 is
// not less than 0 there, so what the elements hold is freed.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not=warning:
#include <stdlib.h>

int next_number(int *number);
char *next_name(void);

static void *must(void *p) {
  if (!p)
    abort();
  return p;
}

int *numbers_bad(unsigned *size) {
  unsigned room = 10, count = 0;
  int *all = must(malloc(room * sizeof *all)), number;
  for (;;) {
    const int is = next_number(&number);
    if (is < 0)
      // CHECK: :[[@LINE+1]]:{{.*}}memory allocated by 'malloc' is lost here: 'all'
      return NULL; // CHECK: :[[@LINE]]:{{.*}}memory allocated by 'realloc' is lost here: 'all'
    if (is == 0)
      break;
    if (count == room) {
      room *= 2;
      all = must(realloc(all, room * sizeof *all));
    }
    all[count++] = number;
    if (count == 100)
      break;
  }
  *size = count;
  return all;
}

void names_ok(void) {
  int room = 10, count = 0;
  char **all = must(malloc(room * sizeof *all)), *name;
  while ((name = next_name()) != NULL) {
    if (count >= room) {
      room *= 2;
      all = must(realloc(all, room * sizeof *all));
    }
    if (*name == 0)
      continue;
    all[count] = must(malloc(8));
    count++;
    if (count == 100)
      break;
  }
  if (count > 0)
    for (int i = 0; i < count; i++)
      free(all[i]);
  free(all);
}
