// A global that only carries something from a function to those that it calls is an argument in disguise.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --function=drop | FileCheck %s --check-prefix=SIG
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.global-arguments=off | FileCheck %s --check-prefix=OFF
// OFF: {{^}}1 double free in 1 file
#include <stdio.h>
#include <stdlib.h>

static char *shown, *dropped, *dropped_twice;

static void show(void) {
  if (shown)
    puts(shown);
}

void show_bad(void) {
  shown = malloc(10);
  show(); // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// SIG: {{^}}drop:
// SIG: Arg2Free {dropped*}
static void drop(void) {
  free(dropped);
}

void drop_ok(void) {
  dropped = malloc(10);
  drop();
}

static void drop_again(void) {
  free(dropped_twice);
}

void drop_bad(void) {
  char *p = malloc(10);
  if (!p)
    return;
  free(p);
  dropped_twice = p;
  drop_again(); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

// A flag, too.
static int does_free;

static void maybe_free(char *p) {
  if (does_free)
    free(p);
}

void flag_bad(void) {
  char *p = malloc(10);
  if (!p)
    return;
  does_free = 1;
  maybe_free(p);
  free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

// What is read before it is written is of an earlier call: no argument.
static char *kept;

static void show_kept(void) {
  puts(kept);
}

void keep_ok(void) {
  if (!kept)
    kept = malloc(10);
  if (kept)
    show_kept();
}

// Somebody else reads it.
static char *shared;

static void show_shared(void) {
  if (shared)
    puts(shared);
}

void share_ok(void) {
  shared = malloc(10);
  show_shared();
}

int main(int argc, char **argv) {
  show_bad();
  drop_ok();
  drop_bad();
  flag_bad();
  keep_ok();
  share_ok();
  show_shared();
  return argc;
}
