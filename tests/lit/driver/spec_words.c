// Each word of the language, used rightly and wrongly: what the default engine makes of it.
// RUN: %custody specs check %driver/words.own
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %driver/words.own > %t
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t
#include <stdlib.h>
struct thing; struct handle; struct object; struct pool;
struct box { struct thing *inside; };
struct thing *thing_new(void), *thing_make(void), *thing_self(struct thing *), *thing_grow(struct thing *, unsigned long);
void thing_free(struct thing *), thing_give(struct thing *), thing_remember(struct thing *), thing_look(struct thing *);
struct handle *handle_open(void);
void handle_close(struct handle *);
int thing_get(struct thing **), thing_try(struct thing **), thing_offer(struct thing *);
char *thing_name(struct thing *);
void box_clear(struct box *);
struct object *object_new(void);
void object_get(struct object *), object_put(struct object *), object_look(struct object *);
void *pool_alloc(struct pool *, unsigned long);
void stop(void);
void thing_free_all(struct thing *, ...);

void own_right(void) { struct thing *t = thing_new(); thing_free(t); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_new' is lost here: 't' is the last pointer to it
void own_wrong(void) { struct thing *t = thing_new(); thing_look(t); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_make' is lost here
void nonnull_wrong(void) { struct thing *t = thing_make(); if (!t) return; thing_look(t); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: 't', allocated by 'thing_new', is freed by a function that does not belong to it
void family_wrong(void) { struct thing *t = thing_new(); free(t); }
void resource_off(void) { struct handle *h = handle_open(); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: the handle 'h', acquired by 'handle_open', is released by a function that does not belong to it
void resource_family(void) { struct handle *h = handle_open(); free(h); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_get' is lost here
void out_wrong(void) { struct thing *t; thing_get(&t); }
void out_right(void) { struct thing *t; thing_get(&t); thing_free(t); }
void try_right(void) { struct thing *t; if (thing_try(&t)) return; thing_free(t); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_try' is lost here
void try_wrong(void) { struct thing *t; if (thing_try(&t) == 0) thing_look(t); }
void alias_right(void) { struct thing *t = thing_new(); struct thing *u = thing_self(t); thing_free(u); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_new' is lost here
void alias_wrong(void) { struct thing *t = thing_new(); struct thing *u = thing_self(t); thing_look(u); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_new' is lost here
void into_wrong(void) { char *n = thing_name(thing_new()); }
void takes_right(void) { struct thing *t = thing_new(); thing_give(t); }
int offer_right(void) { struct thing *t = thing_new(); if (thing_offer(t)) { thing_free(t); return 1; } return 0; }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_new' is lost here
int offer_wrong(void) { struct thing *t = thing_new(); if (t && thing_offer(t)) return 1; return 0; }
void holds_silent(void) { struct thing *t = thing_new(); thing_remember(t); }
void field_right(struct box *b) { b->inside = thing_new(); box_clear(b); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: 'b->inside' is freed here a second time
void field_twice(struct box *b) { struct thing *t = thing_new(); if (!t) return; b->inside = t; box_clear(b); thing_free(t); }
void count_right(void) { struct object *o = object_new(); object_get(o); object_put(o); object_put(o); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'object_new' is lost here
void count_never(void) { struct object *o = object_new(); if (!o) return; object_look(o); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: 'o' is freed here a second time
void count_twice(void) { struct object *o = object_new(); if (!o) return; object_put(o); object_put(o); }
void FN_count_kept(void) { struct object *o = object_new(); if (!o) return; object_get(o); object_put(o); }
void region_silent(struct pool *p) { char *c = pool_alloc(p, 8); }
void noreturn_right(void) { struct thing *t = thing_new(); stop(); }
void realloc_right(void) { struct thing *t = thing_new(); struct thing *u = thing_grow(t, 8); if (u) t = u; thing_free(t); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'thing_new' is lost here
void realloc_wrong(void) { struct thing *t = thing_new(); t = thing_grow(t, 8); thing_free(t); }
void until_right(void) { struct thing *a = thing_new(), *b = thing_new(); thing_free_all(a, b, (void *)0); }
void FN_until_wrong(void) { struct thing *a = thing_new(), *b = thing_new(); thing_free_all(a, (void *)0, b); }
