// What compilers accepted thirty years ago is accepted: no error, and every function is there.
// RUN: %custody dump %s 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: %custody dump %s -- -std=gnu89 -Werror -pedantic-errors 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: %custody dump %s -- -std=c99 -Werror=implicit-int 2>&1 | FileCheck %s --implicit-check-not=error
static counter = 3;
// CHECK: old_style
old_style(n, text) char *text; {
  register i;
  for (i = 0; i < n; i++)
    use(text, i);
}
// CHECK: number_as_pointer
char *number_as_pointer() { return 42; }
// CHECK: pointer_as_number
int pointer_as_number(p) char *p; {
  int n = p;
  return n + counter;
}
int (*callback)(int, int);
// CHECK: other_type
void other_type(char *c) {}
// CHECK: mismatch
void mismatch() { callback = other_type; }
// CHECK: no_value
no_value() { return; }
