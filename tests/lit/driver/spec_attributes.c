// What attributes say of functions is told with the place of the attribute; of functions with a body, what the body does.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/a.c && echo '[{"directory":"%t","file":"a.c","arguments":["cc","-c","a.c"]}]' > %t/compile_commands.json
// RUN: %custody specs show -p %t --no-cache drop widget_new copy strdup | FileCheck %s
// RUN: %python %driver/status.py 1 %custody specs show -p %t --no-cache nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
#include <stdlib.h>
#include <string.h>
struct widget;
void widget_free(struct widget *);
__attribute__((malloc(widget_free, 1))) struct widget *widget_new(void);
void drop(char **);
int f(int n) {
  __attribute__((cleanup(drop))) char *p = malloc(n);
  struct widget *w = widget_new();
  widget_free(w);
  return p != NULL;
}
char *copy(const char *text) {
  return strdup(text);
}
// CHECK-LABEL: drop
// CHECK: takes ownership of *
// CHECK: from {{.*}}a.c:10:6, attribute cleanup
// CHECK-LABEL: widget_new
// CHECK: from {{.*}}a.c:9:{{.*}}malloc(widget_free, 1)
// CHECK-LABEL: copy
// CHECK: result {{.*}}fresh memory of family malloc, may be null
// CHECK: from {{.*}}a.c:17:7, inferred from the body
// CHECK-LABEL: strdup
// CHECK: from {{.*}}libc.own
// NOBODY: nobody: nothing is known
