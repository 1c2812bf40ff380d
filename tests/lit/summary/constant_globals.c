// Globals that nobody ever writes keep their initial value, those of another file, too, if the whole program is there.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s %S/Inputs/constants.c --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s %S/Inputs/constants.c --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

extern int alwaysTrue, sometimes;
extern const int five;
int returnsTrue(void);
void change(int);
static int staticFive = 5;

void global_ok(void) {
  char *p = malloc(3);
  if (alwaysTrue)
    free(p);
}

void constant_ok(void) {
  char *p = malloc(3);
  if (five == 5)
    free(p);
}

void static_ok(void) {
  char *p = malloc(3);
  if (staticFive != 5)
    return;
  free(p);
}

void function_ok(void) {
  char *p = malloc(3);
  if (returnsTrue())
    free(p);
}

void global_bad(void) {
  char *p = malloc(3);
  if (!alwaysTrue)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void written_bad(void) {
  char *p = malloc(3);
  if (sometimes)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

int main(int argc, char **argv) {
  change(argc);
  global_ok();
  constant_ok();
  static_ok();
  function_ok();
  global_bad();
  written_bad();
  return 0;
}
