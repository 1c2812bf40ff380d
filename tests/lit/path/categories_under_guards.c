// SPARROW's eight categories, each under a condition on an argument, the result or an out-parameter: callers know when.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody sigs %s --no-cache --engine=path | FileCheck %s --check-prefix=SIG
#include <stdlib.h>

static char shared[8], *kept;
char *look(void) {
  return kept;
}

// Alloc2Arg
// SIG-DAG: arg2* = &{{new#[0-9]+}} when
static int alloc2arg(int n, char **out) {
  if (n > 3)
    return -1;
  *out = malloc(4);
  return *out ? 0 : -1;
}
void alloc2arg_ok(int n) {
  char *p;
  if (alloc2arg(n, &p) == 0)
    free(p);
}
void alloc2arg_bad(int n) {
  char *p;
  if (alloc2arg(n, &p) == 0 && n > 2)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Alloc2Ret, Glob2Ret
// SIG-DAG: ret = global when (<s {{w[0-9]+}} 9), else &{{new#[0-9]+}} when
static char *glob2ret(int n) {
  return n > 8 ? malloc(n) : shared;
}
void glob2ret_ok(int n) {
  char *p = glob2ret(n);
  if (n >= 9)
    free(p);
}
void glob2ret_bad(int n) {
  char *p = glob2ret(n);
  if (n >= 10)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Glob2Arg
// SIG-DAG: arg2* = global when (not (= {{w[0-9]+}} 0)), else
static void glob2arg(int n, char **out) {
  if (n)
    *out = shared;
}
void glob2arg_ok(int n) {
  char *p = n ? NULL : malloc(3);
  glob2arg(n, &p);
  if (p != shared)
    free(p);
}
void glob2arg_bad(int n) {
  char *p = malloc(3);
  glob2arg(n, &p); // CHECK: :[[@LINE]]:{{.*}}[leak]
  if (p != shared)
    free(p);
}

// Arg2Free
// SIG-DAG: frees arg1* when
static void arg2free(char *p, int own) {
  if (own & 2)
    free(p);
}
void arg2free_ok(int own) {
  char *p = malloc(3);
  arg2free(p, own);
  if (!(own & 2))
    free(p);
}
void arg2free_bad(int own) {
  char *p = malloc(3);
  arg2free(p, own);
  if (!(own & 3))
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
void arg2free_twice_bad(int own) {
  char *p = malloc(3);
  if (!p)
    return;
  arg2free(p, own);
  if (own != 2)
    free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}

// Arg2Glob
// SIG-DAG: keeps arg1* when (and {{g[0-9]+}} (not (= {{w[0-9]+}} 7)))
static int arg2glob(char *p, int n) {
  if (n == 7)
    return -1;
  kept = p;
  return 0;
}
void arg2glob_ok(int n) {
  char *p = malloc(3);
  if (arg2glob(p, n) < 0)
    free(p);
}
void arg2glob_bad(int n) {
  char *p = malloc(3);
  if (arg2glob(p, n) < 0 && n != 7)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Arg2Arg
// SIG-DAG: arg2* = &arg1* when
static void arg2arg(char *p, char **out, int n) {
  if (n > 0)
    *out = p;
}
void arg2arg_ok(char **out, int n) {
  char *p = malloc(3);
  arg2arg(p, out, n);
  if (n <= 0)
    free(p);
}
void arg2arg_bad(char **out, int n) {
  char *p = malloc(3);
  arg2arg(p, out, n);
  if (n < 0)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

// Arg2Ret
// SIG-DAG: ret = &arg1* when
static char *arg2ret(char *p, int n) {
  return n ? p : NULL;
}
char *arg2ret_ok(int n) {
  char *p = malloc(3), *q = arg2ret(p, n);
  if (!q)
    free(p);
  return q;
}
char *arg2ret_bad(int n) {
  char *p = malloc(3);
  return arg2ret(p, n); // CHECK: :[[@LINE]]:{{.*}}[leak]
}
