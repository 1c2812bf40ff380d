// Linkage: static, weak, tentative, aliases, inline, names of the assembler.
// RUN: %custody dump %s -- -fcommon | FileCheck %s
static int internal_variable = 1;
int tentative;
extern int elsewhere;
int weak_variable __attribute__((weak));
static int internal(void) { return internal_variable + tentative + elsewhere + weak_variable; }
int weak_function(void) __attribute__((weak));
int weak_function(void) { return internal(); }
int other_name(void) __attribute__((alias("weak_function")));
int source_name(int) __asm__("link_name");
int user(void) { return source_name(3) + other_name(); }
// CHECK-DAG: global internal_variable: int internal
// CHECK-DAG: global tentative: int common
// CHECK-DAG: global elsewhere: int undefined
// CHECK-DAG: global weak_variable: int weak
// CHECK-DAG: function internal() -> ret: int internal
// CHECK-DAG: function weak_function() -> ret: int weak
// CHECK-DAG: function other_name() {{.*}}alias-of weak_function
// CHECK-DAG: function link_name() {{.*}}source source_name
// CHECK-DAG: = call link_name(3) @12:25
