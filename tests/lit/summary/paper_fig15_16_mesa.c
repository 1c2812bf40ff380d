// Figures 15 and 16, rebuilt from the prose: a constructor with error paths. The first error forgets the object; the
// second is right; the last one destroys a context whose destructor does not free all that its constructor made.
// RUN: %custody sigs %s --no-cache --function=create_context --function=destroy_context | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

struct visual {
  int depth;
};
struct buffer {
  int width;
};
struct shared {
  int *names;
};
struct context {
  struct shared *shared;
  int *stack;
};
struct osmesa {
  struct visual *visual;
  struct context *context;
  struct buffer *buffer;
};

struct visual *create_visual(void) { return calloc(1, sizeof(struct visual)); }
void destroy_visual(struct visual *visual) { free(visual); }
struct buffer *create_buffer(void) { return calloc(1, sizeof(struct buffer)); }

// Figure 16: the creator makes four cells.
// SIG: {{^}}create_context:
// SIG-NEXT: {{^}}  Alloc2Ret {ret*, ret*.shared*, ret*.shared*.names*, ret*.stack*}{{$}}
struct context *create_context(void) {
  struct context *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->shared = calloc(1, sizeof *c->shared);
  if (!c->shared)
    abort();
  c->shared->names = malloc(100);
  c->stack = malloc(100);
  return c;
}

// The shaded one in the picture: names.
// SIG: {{^}}destroy_context:
// SIG-NEXT: {{^}}  Arg2Free {arg1*, arg1*.shared*, arg1*.stack*}{{$}}
void destroy_context(struct context *c) {
  free(c->stack);
  free(c->shared);
  free(c);
}

struct osmesa *create_osmesa(void) {
  struct osmesa *osmesa = calloc(1, sizeof *osmesa);
  if (osmesa) {
    osmesa->visual = create_visual();
    if (!osmesa->visual) {
      return NULL; // CHECK: :[[@LINE]]:{{.*}}[leak]
    }
    osmesa->context = create_context();
    if (!osmesa->context) {
      destroy_visual(osmesa->visual);
      free(osmesa);
      return NULL;
    }
    osmesa->buffer = create_buffer();
    if (!osmesa->buffer) {
      destroy_visual(osmesa->visual);
      destroy_context(osmesa->context); // CHECK: :[[@LINE]]:{{.*}}[leak]
      free(osmesa);
      return NULL;
    }
  }
  return osmesa;
}
// CHECK: allocated here
// CHECK-NEXT: | {{ *}}c->shared->names = malloc(100);
