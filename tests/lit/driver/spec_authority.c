// Every attribute that is read, and the order of authority: the user's word, attributes, models, bodies.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/a.c && echo '[{"directory":"%t","file":"a.c","arguments":["cc","-c","a.c"]}]' > %t/compile_commands.json
// RUN: %custody specs show -p %t --no-cache m1 hold nn die rel acq | FileCheck %s --check-prefix=SHOW
// RUN: %python %driver/status.py 1 %custody check %s --no-cache > %t/out
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t/out
// RUN: printf 'char *acq(void);\nchar *strdup(const char *s);\nchar *made(void);\n' > %t/user.own
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %t/user.own > %t/user
// RUN: FileCheck %s --check-prefix=USER --implicit-check-not='warning: ' < %t/user
#include <stdlib.h>
#include <string.h>
__attribute__((malloc)) char *m1(void);
__attribute__((ownership_holds(malloc, 1))) void hold(char *p);
__attribute__((returns_nonnull, malloc)) char *nn(void);
__attribute__((noreturn)) void die(char *why);
void done(char **p);
void rel(char *p, int n);
__attribute__((malloc(rel, 1))) char *acq(void);

// CHECK: warning: 'p', allocated by 'acq', is freed by a function that does not belong to it
int wrong_family(void) { char *p = acq(); if (!p) return 0; free(p); return 1; }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'acq' is lost here
int lost(void) { char *p = acq(); if (!p) return 0; return p[0]; }
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: warning: memory allocated by 'nn' is lost here
// USER: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'nn' is lost here
int lost_nn(void) { char *p = nn(); if (!p) return 0; return p[0]; }
int held(void) { char *p = malloc(3); if (!p) return 0; hold(p); return 0; }
int dies(void) { char *p = malloc(3); if (!p) return 0; die(p); }
int cleaned(void) { __attribute__((cleanup(done))) char *p = malloc(3); return p != 0; }
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: warning: memory allocated by 'm1' is lost here
// USER: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'm1' is lost here
int lost_m1(void) { char *p = m1(); if (!p) return 0; return p[0]; }
// A model, and a body; what the user says replaces both.
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'strdup' is lost here
int lost_copy(void) { char *p = strdup("x"); if (!p) return 0; return p[0]; }
char *made(void) { return malloc(3); }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: memory allocated by 'made' is lost here
int lost_made(void) { char *p = made(); if (!p) return 0; return p[0]; }

// SHOW: {{^}}m1{{$}}
// SHOW: result   fresh memory, may be null
// SHOW: from {{.*}}attribute malloc
// SHOW: {{^}}hold{{$}}
// SHOW: effect   takes ownership of argument 1 of family malloc
// SHOW: from {{.*}}attribute ownership_holds(malloc)
// SHOW: {{^}}nn{{$}}
// SHOW: result   fresh memory, never null
// SHOW: from {{.*}}attribute malloc, returns_nonnull
// SHOW: {{^}}die{{$}}
// SHOW: never    returns to its caller
// SHOW: from {{.*}}attribute noreturn
// SHOW: {{^}}rel{{$}}
// SHOW: effect   frees argument 1 of family rel
// SHOW: from {{.*}}attribute malloc(rel, 1) of acq
// SHOW: {{^}}acq{{$}}
// SHOW: result   fresh memory of family rel, may be null
// SHOW: from {{.*}}attribute malloc(rel, 1)
