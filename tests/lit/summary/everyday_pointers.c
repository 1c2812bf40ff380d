// Everyday C: counts, callbacks, exchanges, circles of functions, lists.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

struct obj {
  int refs;
  char *name;
};

struct obj *obj_new(const char *n) {
  struct obj *o = malloc(sizeof *o);
  if (!o)
    return NULL;
  o->refs = 1;
  o->name = strdup(n);
  if (!o->name) {
    free(o);
    return NULL;
  }
  return o;
}

struct obj *obj_ref(struct obj *o) {
  o->refs++;
  return o;
}

void obj_unref(struct obj *o) {
  if (o && --o->refs == 0) {
    free(o->name);
    free(o);
  }
}

int ref_ok(void) {
  struct obj *o = obj_new("a");
  if (!o)
    return -1;
  struct obj *p = obj_ref(o);
  obj_unref(p);
  obj_unref(o);
  return 0;
}

int ref_bad(void) {
  struct obj *o = obj_new("a");
  if (!o)
    return -1;
  return o->refs; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

typedef void (*cb)(void *);

struct task {
  cb run;
  void *arg;
  struct task *next;
};
static struct task *tasks;

void later(cb run, void *arg) {
  struct task *t = malloc(sizeof *t);
  if (!t)
    abort();
  t->run = run;
  t->arg = arg;
  t->next = tasks;
  tasks = t;
}

static void print(void *p) {
  free(p);
}

void later_ok(void) {
  later(print, malloc(10));
}

void direct(cb run, void *arg) {
  run(arg);
}

void direct_ok(void) {
  direct(print, malloc(10));
}

static void look(void *p) {
  (void)p;
}

char *chain(char *p) {
  return p;
}

void chain_ok(void) {
  char *p = malloc(1);
  p = chain(chain(p));
  free(p);
}

void swap(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}

void swap_ok(void) {
  char *a = malloc(1), *b = malloc(2);
  swap(&a, &b);
  free(a);
  free(b);
}

void swap_bad(void) {
  char *a = malloc(1), *b = malloc(2);
  swap(&a, &b);
  free(a);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

int even(int n, char *p);

int odd(int n, char *p) {
  if (n == 0) {
    free(p);
    return 0;
  }
  return even(n - 1, p);
}

int even(int n, char *p) {
  if (n == 0) {
    free(p);
    return 1;
  }
  return odd(n - 1, p);
}

void mutual_ok(int n) {
  char *p = malloc(1);
  even(n, p);
}

void int_cast_ok(unsigned long *out) {
  char *p = malloc(1);
  *out = (unsigned long)p;
}

void xor_ok(void) {
  unsigned long u = (unsigned long)malloc(1);
  free((void *)u);
}

void vla_ok(int n) {
  char *v[n];
  for (int i = 0; i < n; i++)
    v[i] = malloc(1);
  for (int i = 0; i < n; i++)
    free(v[i]);
}

struct node {
  struct node *next;
};

void rev_ok(int n) {
  struct node *head = NULL, *rev = NULL;
  for (int i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    if (!x)
      break;
    x->next = head;
    head = x;
  }
  while (head) {
    struct node *next = head->next;
    head->next = rev;
    rev = head;
    head = next;
  }
  while (rev) {
    struct node *next = rev->next;
    free(rev);
    rev = next;
  }
}

void dup_free_ok(char *arg) {
  char *p = arg ? arg : malloc(10);
  if (p != arg)
    free(p);
}

void nested_ok(int n) {
  char **m = malloc(n * sizeof *m);
  if (!m)
    return;
  int i;
  for (i = 0; i < n; i++) {
    m[i] = malloc(n);
    if (!m[i]) {
      while (i--)
        free(m[i]);
      free(m);
      return;
    }
  }
  for (i = 0; i < n; i++)
    free(m[i]);
  free(m);
}

void env_ok(void) {
  putenv(strdup("A=B"));
}

void twice_if_ok(int n) {
  char *p = malloc(1);
  if (n) {
    free(p);
    p = NULL;
  }
  free(p);
}

void twice_if_bad(int n) {
  char *p = malloc(1);
  if (n)
    free(p);
  free(p); // CHECK: :[[@LINE]]:{{.*}}[double-free]
}
