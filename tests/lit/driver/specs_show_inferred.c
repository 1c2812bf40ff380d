// What is inferred from bodies is told in the words of specifications; a body that does nothing is told so.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/a.c && echo '[{"directory":"%t","file":"a.c","arguments":["cc","-c","a.c"]}]' > %t/compile_commands.json
// RUN: %custody specs show -p %t --no-cache nothing length same copy fill end_list keep give_up list_new find | FileCheck %s
#include <stdlib.h>
#include <string.h>

void nothing(char *p) {
}
// CHECK-LABEL: nothing
// CHECK-NEXT:   effect   none: pointers are only borrowed
// CHECK-NEXT:   from     {{.*}}a.c:7:6, inferred from the body

unsigned long length(const char *text) {
  return strlen(text);
}
// CHECK-LABEL: length
// CHECK-NEXT:   result   any number
// CHECK-NEXT:   effect   none: pointers are only borrowed

char *same(char *p) {
  return p;
}
// CHECK-LABEL: same
// CHECK-NEXT:   result   the same pointer as p
// CHECK-NEXT:   from

char *copy(const char *text) {
  return strdup(text);
}
// CHECK-LABEL: copy
// CHECK-NEXT:   result   fresh memory of family malloc, may be null
// CHECK-NEXT:   from

int fill(char **out) {
  *out = strdup("x");
  return *out ? 0 : -1;
}
// CHECK-LABEL: fill
// CHECK-NEXT:   case     out is not null
// CHECK-NEXT:   result   the number 0
// CHECK-NEXT:   effect   leaves in *out fresh memory of family malloc
// CHECK-NEXT:   case     out is not null
// CHECK-NEXT:   result   the number -1
// CHECK-NEXT:   effect   sets *out to null
// CHECK-NEXT:   from

struct list {
  char *name;
};
void end_list(struct list *l) {
  if (!l)
    return;
  free(l->name);
  free(l);
}
// CHECK-LABEL: end_list
// CHECK-NEXT:   case     l is null
// CHECK-NEXT:   effect   none: pointers are only borrowed
// CHECK-NEXT:   case     l is not null
// CHECK-NEXT:   effect   frees l of family malloc
// CHECK-NEXT:   effect   frees l->name of family malloc
// CHECK-NEXT:   from

static char *kept;
void keep(char *p) {
  kept = p;
}
// CHECK-LABEL: keep
// CHECK-NEXT:   effect   keeps a reference to p
// CHECK-NEXT:   from

void give_up(void) {
  exit(1);
}
// CHECK-LABEL: give_up
// CHECK-NEXT:   never    returns to its caller

struct list *list_new(void) {
  struct list *l = malloc(sizeof *l);
  if (l)
    l->name = NULL;
  return l;
}
// CHECK-LABEL: list_new
// CHECK-NEXT:   case     whatever it is given
// CHECK-NEXT:   result   null
// CHECK-NEXT:   effect   none: pointers are only borrowed
// CHECK-NEXT:   case     whatever it is given
// CHECK-NEXT:   result   new: fresh memory of family malloc
// CHECK-NEXT:   effect   sets new->name to null

int find(const char *text, char c) {
  return strchr(text, c) ? 3 : 1;
}
// CHECK-LABEL: find
// CHECK:   result   a number: {{.*}}1{{.*}}3
