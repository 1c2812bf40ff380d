// Every construct of C in one file: the verifier accepts it, and its text form reads back unchanged.
// RUN: %custody dump --verify %s | FileCheck %s
// RUN: %custody dump --verify %s -- -std=c23 -DC23 | FileCheck %s
// RUN: %custody dump --verify %s -- -m32 | FileCheck %s
// RUN: %custody dump --verify %s -- -fexceptions | FileCheck %s
// RUN: %custody dump %s > %t.hir
// RUN: %custody dump %t.hir > %t.again.hir
// RUN: cmp %t.hir %t.again.hir
// CHECK: 1 module verified, 0 with errors
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int atexit(void (*)(void));
_Noreturn void exit(int);
int printf(const char *, ...);
int setjmp(int *) __attribute__((returns_twice));
void longjmp(int *, int) __attribute__((noreturn));

// Records.
struct empty {};
struct one {
  char *p;
};
struct pair {
  char *p;
  int n;
};
struct mixed {
  float f, g;
  char *p;
  double d;
};
struct big {
  char *p;
  struct pair pairs[4];
  union {
    char *text;
    long number;
    struct {
      short a, b;
    };
  };
  unsigned flag : 1, kind : 5;
  int level : 4;
  struct big *next;
  int (*compare)(const void *, const void *);
};
struct flexible {
  int n;
  char *items[];
};
struct __attribute__((packed)) packed {
  char c;
  char *p;
  short s;
};
union either {
  char *p;
  long n;
  struct pair s;
};
struct opaque;
typedef int vector __attribute__((vector_size(16)));
enum kind { NONE, SOME = 5, MANY = -1 };

// Globals.
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static const struct {
  const char *name;
  int (*f)(const void *, const void *);
} table[] = {{"compare", compare}, {0, 0}};
struct big global = {.p = "text", .pairs = {[2] = {0, 7}}, .text = "union", .kind = 3, .next = &global};
int numbers[] = {1, 2, 3}, *middle = &numbers[1];
double real = 1.5;
long double long_real = 2.5L;
_Complex double complex_number;
static _Thread_local char *tls;
int common_symbol;
extern struct opaque *elsewhere;
const char text[8] = "abc";
int aliased = 3;
extern int alias __attribute__((alias("aliased")));
static void before(void) __attribute__((constructor));
static void after(void) __attribute__((destructor));
static void before(void) { tls = malloc(1); }
static void after(void) { free(tls); }
void renamed(void) __asm__("other_name");
void weak_one(void) __attribute__((weak));
void weak_one(void) {}
void alias_function(void) __attribute__((alias("weak_one")));

// Passing.
char *take(int k, struct one o, struct pair s, struct big b, struct empty e, union either u, struct mixed m, vector v,
           long double ld, _Complex double c, int last) {
  s.p = 0;
  if (last)
    return o.p;
  return b.next ? b.next->p : u.p;
}
struct one make_one(char *p) { return (struct one){p}; }
struct pair make_pair(char *p) {
  struct pair r = {p, 1};
  return r;
}
struct big make_big(void) { return global; }
struct empty make_empty(void) {
  struct empty e;
  return e;
}
union either make_either(long n) {
  union either u = {.n = n};
  return u;
}
struct mixed make_mixed(void) { return (struct mixed){1, 2, 0, 3}; }
struct packed make_packed(char *p) { return (struct packed){1, p, 2}; }
_Complex float make_complex(float f) { return f * 1i; }
char *passing(char *p) {
  vector v = {1, 2, 3, 4};
  struct packed k = make_packed(p);
  k.p = make_pair(k.p).p;
  make_big();
  complex_number = make_complex(2) + 1;
  return take(1, make_one(p), make_pair(p), make_big(), make_empty(), make_either(3), make_mixed(), v, 4.0L,
              complex_number, 9);
}
char *through(struct pair (*f)(struct big, struct pair), struct big *b, struct pair s) { return f(*b, s).p; }

// Statements.
static void cleaner(char **p) { free(*p); }
int use(char *);
int statements(int n, char *p, char **list) {
  __attribute__((cleanup(cleaner))) char *guarded = malloc(n);
  int i, total = 0;
  for (i = 0; i < n; i++) {
    char *q = malloc(i);
    if (!q)
      break;
    if (use(q))
      continue;
    if (i == 3)
      return 1;
    if (i == 4)
      goto out;
    free(q);
  }
  while (n--) {
    __attribute__((cleanup(cleaner))) char *inner = malloc(1);
    if (n == 7)
      break;
    if (n == 8)
      goto out;
    if (n == 9)
      return 2;
  }
  do {
    char *z = p;
    total += *z;
  } while (*p++);
  for (;;) {
    char *w = malloc(2);
    if (!w)
      break;
    free(w);
  }
  switch (total) {
    char *bypassed;
  case 1:
    bypassed = malloc(1);
    free(bypassed);
  case 2 ... 5:
    break;
  default: {
    char *inner = malloc(3);
    free(inner);
    return 3;
  }
  }
  if (total)
    goto inside;
  {
    char *jumped = malloc(4);
  inside:
    jumped = malloc(5);
    free(jumped);
  }
again:;
  char *late = malloc(6);
  if (use(late))
    goto again;
  char *value = ({
    char *t = late;
    t ? t : p;
  });
  static int calls;
  calls++;
  *list++ = value;
  p = value ?: p;
  i = (n && use(p)) || !(total & 4);
  switch (n)
  default:
    i++;
out:
  return total + i;
}
int computed(int n) {
  static void *labels[] = {&&one, &&two, &&three};
  char *p = malloc(n);
  goto *labels[n];
one: {
  char *q = malloc(1);
  if (use(q))
    goto *labels[2];
  free(q);
}
two:
  free(p);
  return 0;
three:
  goto *(n ? &&one : &&two);
}
int nested_switch(int n) {
  int count = 0;
  switch (n & 3) {
    do {
    case 3:
      count++;
    case 2:
      count++;
    case 1:
      count++;
    } while (--n > 0);
  }
  return count;
}

// Values.
long values(int n, unsigned u, long long ll, unsigned char c, float f, double d, char *p, char *q, _Bool b) {
  long r = n + u - ll * c / 3 % 5;
  r |= n << 2 ^ u >> 3 & ~n;
  r += f > d ? (long)f : (long)(d * f - f / d);
  r += p < q ? p - q : (long)p;
  r += (b && !n) + -n + +u + sizeof(int[n]);
  p = (char *)(r & ~1l);
  r = (short)r + (unsigned char)n + (_Bool)ll;
  r += n ? __builtin_expect(n, 1) : __builtin_constant_p(n);
  r += __builtin_popcount(u) + __builtin_clz(u) + __builtin_bswap32(u);
  r += __builtin_add_overflow(n, 3, &n) + __builtin_mul_overflow(u, 2u, &u);
  r += (long)__builtin_sqrt(d) + __builtin_isnan(d) + (long)__builtin_fabs(f);
  r += __alignof__(struct big) + __builtin_offsetof(struct big, next) + __builtin_types_compatible_p(int, long);
  r += (long)__builtin_return_address(0) + (long)__builtin_frame_address(0);
#ifdef __SIZEOF_INT128__
  __int128 wide = ll;
  wide = wide * wide + (unsigned __int128)r;
#else
  long long wide = ll;
#endif
  __builtin_prefetch(p);
  return r + (long)(wide >> 3) + MANY;
}
vector vectors(vector a, vector b, int n) {
  vector r = a * b + (a > b);
  r[n] = a[1];
  return __builtin_shufflevector(r, b, 0, 5, 2, 7);
}

// Memory.
struct outer {
  int n;
  struct pair link;
};
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
void memory(struct big *b, struct flexible *f, int n, struct pair *link, union either *u) {
  *b = *b->next;
  b->pairs[1] = b->pairs[n];
  b->pairs[n].p = f->items[n];
  f->items[2] = b->text;
  b->flag = 1;
  b->level = -3;
  if (b->kind == 4)
    b->number = 5;
  memcpy(b, b->next, sizeof *b);
  memmove(b + 1, b, n * sizeof *b);
  memset(b, 0, sizeof *b);
  container_of(link, struct outer, link)->n = 3;
  char vla[n], matrix[n][3];
  vla[n - 1] = matrix[1][2];
  char *stack = __builtin_alloca(n);
  *stack = vla[0];
  char *p = malloc(3), *q = realloc(p, 4);
  if (!q)
    free(p);
  int *z = calloc(n, sizeof *z);
  u->s = (struct pair){q, *z};
  *(char **)((char *)b + 8) = u->p;
  qsort(z, n, sizeof *z, compare);
  atexit(after);
  table[n].f(z, z + 1);
  (b->compare ? b->compare : compare)(p, q);
}
void local_arrays(void) {
  int zeros[100] = {0}, some[5] = {1, 2};
  char string[] = "hello", padded[10] = "x";
  const char *names[] = {"a", "b", 0};
  struct pair pairs[2] = {{string, 1}, {padded, zeros[3]}};
  use(pairs[some[0]].p);
  use((char *)names[1]);
}

// Atomics, assembly, varargs, jumps.
char *slot;
_Atomic int counter;
_Atomic(struct pair) atomic_pair;
int atomics(char *p) {
  char *old = __atomic_exchange_n(&slot, p, 5), *expected = 0;
  __atomic_compare_exchange_n(&slot, &expected, old, 0, 5, 5);
  __sync_fetch_and_add(&common_symbol, 1);
  __sync_lock_test_and_set(&slot, 0);
  atomic_pair = (struct pair){p, 1};
  counter++;
  counter |= 4;
  __atomic_thread_fence(5);
  return counter;
}
int assembly(char **p, int n) {
  int out;
  struct pair s = {*p, n};
  __asm__ volatile("" : "=r"(out), "+m"(*p) : "r"(n), "m"(s) : "memory");
  __asm__ goto("" : : : : failed);
  return out;
failed:
  return -1;
}
__asm__(".globl unused_symbol");
char *varargs(int n, ...) {
  va_list ap, copy;
  __builtin_va_start(ap, n);
  __builtin_va_copy(copy, ap);
  char *p = __builtin_va_arg(ap, char *);
  double d = __builtin_va_arg(ap, double);
  struct pair s = __builtin_va_arg(ap, struct pair);
  struct big b = __builtin_va_arg(copy, struct big);
  long double ld = __builtin_va_arg(copy, long double);
  __builtin_va_end(copy);
  __builtin_va_end(ap);
  printf("%s %f %d %s %Lf", p, d, s.n, b.p, ld);
  return s.p;
}
int jump[64];
int jumps(int n) {
  char *volatile p = malloc(n);
  if (setjmp(jump)) {
    free(p);
    return 1;
  }
  if (n > 5)
    longjmp(jump, n);
  if (n > 4)
    exit(n);
  if (n > 3)
    __builtin_trap();
  if (n > 2)
    __builtin_unreachable();
  return 0;
}
#ifndef C23
int old_style(p, n, f) char *p; float f; { return p[n] + f; }
int no_prototype() { return old_style("x", 0, 1.0f); }
#else
[[nodiscard]] char *attributed(char *p [[maybe_unused]]) { return nullptr; }
auto inferred = 3;
_BitInt(40) bits(_BitInt(40) n) { return n * 2; }
#endif
inline int inline_one(int n) { return n; }
extern inline int inline_two(int n) { return n + 1; }
static inline int inline_three(int n) { return inline_one(n) + inline_two(n); }
int generic(int n) { return _Generic(n, int: inline_three(n), default: 0) + (n, use(""), n); }
void endless(char *p) {
  for (;;)
    ;
}
int main(int argc, char **argv) {
  renamed();
  use((char *)elsewhere);
  generic(alias);
  if (argc > 1)
    return nested_switch(argc);
}
