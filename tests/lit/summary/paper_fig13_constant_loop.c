// Figure 13 as it is in the paper: ten rounds. No leak, whatever the setting says: the condition is known. That the
// second round frees again is another matter, and true.
// RUN: %custody check --engine=summary %s --no-cache > %t || true
// RUN: FileCheck %s --implicit-check-not='[leak]' < %t
#include <stdlib.h>

// CHECK: 0 unknown statements
void ten_rounds(void) {
  int *p = malloc(sizeof *p);
  int i;
  for (i = 0; i < 10; i++)
    free(p);
  return;
}
