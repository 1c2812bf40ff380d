// Every construct of C++ in one file: the verifier accepts it, and its text form reads back unchanged.
// RUN: %custody dump --verify %s -- -std=c++20 | FileCheck %s
// RUN: %custody dump --verify %s -- -std=c++98 | FileCheck %s
// RUN: %custody dump --verify %s -- -std=c++23 -fno-rtti | FileCheck %s
// RUN: %custody dump --verify %s -- -std=c++17 -fno-exceptions -DNO_EXCEPTIONS | FileCheck %s
// RUN: %custody dump --verify %s -- -std=c++20 -m32 | FileCheck %s
// RUN: %custody dump %s -- -std=c++20 > %t.hir
// RUN: %custody dump %t.hir > %t.again.hir
// RUN: cmp %t.hir %t.again.hir
// CHECK: 1 module verified, 0 with errors
typedef __SIZE_TYPE__ size_t;
extern "C" void *malloc(size_t);
extern "C" void free(void *);
void *operator new(size_t, void *p) throw();
namespace std {
struct nothrow_t {};
extern const nothrow_t nothrow;
} // namespace std
void *operator new(size_t, const std::nothrow_t &) throw();
void may(int);
char *get();

// Classes.
struct Base {
  char *b;
  Base();
  Base(const Base &);
  virtual ~Base();
  virtual char *f(int);
  virtual Base *clone() const;
};
struct Second {
  char *s;
  virtual ~Second();
  virtual void g(char *);
};
struct Derived : Base, Second {
  char *d;
  explicit Derived(char *p = 0);
  ~Derived();
  char *f(int);
  void g(char *);
  Derived *clone() const;
  Derived &operator=(const Derived &o);
  static Derived *make() { return new Derived(0); }
};
struct Left : virtual Base {
  char *l;
  Left();
  ~Left();
};
struct Right : virtual Base {
  char *r;
  Right();
  ~Right();
};
struct Diamond : Left, Right {
  char *x;
  Diamond(int);
  ~Diamond();
  char *f(int n);
};
struct Abstract {
  virtual ~Abstract() {}
  virtual void pure() = 0;
};
struct Concrete : Abstract {
  void pure();
};
Base::Base() : b(0) {}
Base::Base(const Base &o) : b(o.b) {}
Base::~Base() { delete[] b; }
char *Base::f(int) { return b; }
Base *Base::clone() const { return new Base(*this); }
Second::~Second() {}
void Second::g(char *p) { s = p; }
Derived::Derived(char *p) : Base(), d(p) { f(1); }
Derived::~Derived() { delete d; }
char *Derived::f(int n) { return n ? Base::f(n) : d; }
void Derived::g(char *p) {
  Second::g(p);
  b = s;
}
Derived *Derived::clone() const { return new Derived(*this); }
Derived &Derived::operator=(const Derived &o) {
  if (this != &o) {
    Base::operator=(o);
    d = o.d;
  }
  return *this;
}
Left::Left() : l(new char) {}
Left::~Left() { delete l; }
Right::Right() : r(new char) { may(1); }
Right::~Right() { delete r; }
Diamond::Diamond(int n) : x(new char[n]) {}
Diamond::~Diamond() { delete[] x; }
char *Diamond::f(int n) { return n ? l : r; }
void Concrete::pure() {}

// Templates.
template <class T, int N>
struct Box {
  T *items[N];
  int count;
  Box() : count(0) {}
  ~Box() {
    for (int i = 0; i < count; i++)
      delete items[i];
  }
  void add(T *t) { items[count++] = t; }
  void never() { items[0]->no_such_method(); }
};
template <class T>
T largest(T a, T b) {
  return a < b ? b : a;
}
template <>
char *largest(char *a, char *) {
  return a;
}
template double largest(double, double);

// Globals.
Box<Base, 4> box;
static Derived derived(0);
char *allocated = new char[3];
const int constant = get() != 0;
Base &reference = derived;
namespace {
struct Hidden {
  char *p;
  Hidden() : p(new char) {}
  ~Hidden() { delete p; }
} hidden;
int internal() { return 3; }
} // namespace
namespace outer {
namespace inner {
char *nested(int n) { return n ? hidden.p : 0; }
} // namespace inner
using namespace inner;
} // namespace outer
Base &local_static(int n) {
  static Derived d(get());
  static int calls = n;
  return calls++ ? static_cast<Base &>(d) : box.items[0][0];
}

// Objects.
struct Value {
  char *p;
  Value(int);
  Value(const Value &);
  Value &operator=(const Value &);
  ~Value();
  Value operator+(const Value &) const;
  operator bool() const;
  char *operator->() const;
  char &operator[](int) const;
};
struct Holder {
  Value first, second;
  int n;
  Holder(int k) : first(k), second(first), n(k) { may(k); }
};
struct Plain {
  char *p;
  int n;
};
Value make(int n) {
  Value v(n);
  if (n == 1)
    return v;
  if (n == 2)
    return Value(3);
  return v + v;
}
char *pass(Value v, Plain p, const Value &r, Plain &q) { return v && r ? p.p : q.p; }
int objects(int n) {
  Value a(1), b = a + make(2), c[3] = {1, 2, 3};
  Plain plain = {a.p, n};
  const Value &bound = make(3);
  Holder holder(n);
  for (int i = 0; i < n; i++) {
    Value inner(i);
    if (inner && i == 1)
      break;
    if (i == 2)
      continue;
    if (Value condition = inner)
      return pass(condition, plain, a, plain) != 0;
    if (i == 4)
      goto out;
    pass(n ? a : make(4), plain, n && b ? Value(5) : Value(6), plain);
  }
  a = b;
  c[n][1] = *bound.p;
  new (&plain) Plain();
  switch (n) {
  case 1: {
    Value v(7);
    return 3;
  }
  default:
    break;
  }
  while (Value w = make(n--))
    if (w)
      break;
out:
  return holder.n;
}
void heap(int n, Base *base, Abstract *abstract, Diamond *diamond) {
  Derived *d = new Derived(get());
  Derived *array = new Derived[3]();
  Plain *plain = new Plain();
  int *numbers = new int[n], **rows = new int *[n];
  Base *checked = new (std::nothrow) Base;
  Box<int, 3> *boxes = new Box<int, 3>[n];
  delete d;
  delete[] array;
  delete plain;
  delete[] numbers;
  delete[] rows;
  delete checked;
  delete[] boxes;
  delete base;
  ::delete abstract;
  delete diamond;
  base->~Base();
  void *raw = ::operator new(5);
  ::operator delete(raw);
  n ? new Value(n) : new Value(make(n));
}
struct Pool {
  static void *operator new(size_t, int);
  static void operator delete(void *, int);
  static void *operator new(size_t);
  static void operator delete(void *);
  Pool();
  ~Pool();
};
void pools() {
  delete new Pool;
  delete new (3) Pool;
}

// Casts, members, calls.
char *casts(Base *b, Derived *d, const Diamond &diamond, void *v, long n) {
#ifdef __GXX_RTTI
  if (Derived *down = dynamic_cast<Derived *>(b))
    d = down;
#endif
  Second *second = d;
  d = static_cast<Derived *>(second);
  const Base &base = diamond;
  v = reinterpret_cast<void *>(n);
  return const_cast<char *>(base.b) ? static_cast<char *>(v) : b->f(1);
}
void members(Derived *d, char *(Derived::*method)(int), char *Derived::*field, void (*function)(char *)) {
  function((d->*method)(2));
  d->*field = 0;
  method = &Derived::f;
  field = &Derived::d;
  if (method)
    (d->*method)(3);
  d->clone()->g(d->Base::f(1));
}

// Exceptions.
#ifndef NO_EXCEPTIONS
struct Error {
  char *text;
  Error(char *);
  Error(const Error &);
  ~Error();
};
int exceptions(int n) {
  char *p = new char[n];
  for (;;) {
    try {
      Value v(n);
      may(n);
      if (n == 2)
        return 2;
      if (n == 3)
        throw Error(p);
      if (n == 4)
        throw n;
      try {
        may(5);
      } catch (char *text) {
        throw;
      }
    } catch (int e) {
      delete[] p;
      return e;
    } catch (const Error &e) {
      if (e.text)
        break;
      throw;
    } catch (Value v) {
      continue;
    } catch (...) {
      may(6);
    }
  }
  return 0;
}
struct Member {
  Value v;
  Member(int n) try : v(n) {
    may(n);
  } catch (...) {
    may(2);
  }
};
void member(int n) { Member m(n); }
void specified() throw() { may(1); }
#endif

// C++11 and later.
#if __cplusplus >= 201103L
struct Moved {
  char *p;
  Moved() = default;
  Moved(Moved &&o) noexcept : p(o.p) { o.p = nullptr; }
  Moved &operator=(Moved &&o) noexcept {
    delete p;
    p = o.p;
    return *this;
  }
  Moved(const Moved &) = delete;
  ~Moved() { delete p; }
};
Moved moved(Moved m) { return static_cast<Moved &&>(m); }
thread_local Moved per_thread;
extern thread_local char *elsewhere;
template <class... A>
int count(A &&...a) {
  return sizeof...(a);
}
namespace std {
template <class T>
struct initializer_list {
  const T *begin_;
  size_t size_;
  const T *begin() const { return begin_; }
  const T *end() const { return begin_ + size_; }
};
} // namespace std
int sum(std::initializer_list<Value> list) {
  int n = 0;
  for (const Value &v : list)
    n += *v.p;
  return n;
}
int modern(char *p, int n) {
  int k = 0;
  auto lambda = [p, &k, v = Value(n)](int x) mutable {
    k = x;
    v = Value(x);
    return *p;
  };
  auto copy = lambda;
  auto (*function)(int) -> int = [](int x) { return x; };
  int array[] = {1, 2, 3};
  for (int &i : array)
    k += i + function(i);
  elsewhere = p;
  per_thread.p = elsewhere;
  enum class Kind : char { A, B } kind = Kind::B;
  static_assert(sizeof(kind) == 1, "");
  alignas(32) char aligned[32];
  aligned[0] = n;
  return lambda(1) + copy(2) + sum({1, 2, n}) + count(k, moved(Moved()), 3.0);
}
#endif
#if __cplusplus >= 201703L
struct Pair {
  Value a, b;
};
Pair make_pair(int n) { return {n, n}; }
int structured(int n) {
  auto [a, b] = make_pair(n);
  auto &[c, d] = *new Pair{1, 2};
  if (Value v(n); v)
    return *a.p + *d.p;
  if constexpr (sizeof(int) == 4)
    return *b.p;
  return *c.p;
}
inline int inline_variable = internal();
#endif
#if __cplusplus >= 202002L
namespace std {
template <class R, class... A>
struct coroutine_traits {
  using promise_type = typename R::promise_type;
};
template <class P = void>
struct coroutine_handle {
  void *frame;
  static coroutine_handle from_address(void *) noexcept;
};
} // namespace std
struct Awaiter {
  bool await_ready() noexcept;
  template <class H>
  bool await_suspend(H) noexcept;
  Value await_resume() noexcept;
};
struct Task {
  struct promise_type {
    Value kept{1};
    Task get_return_object();
    Awaiter initial_suspend();
    Awaiter final_suspend() noexcept;
    Awaiter yield_value(Value);
    void return_value(Value);
    void unhandled_exception();
  };
  Value handle;
};
Task coroutine(Value v, int n) {
  Value local(n);
  for (int i = 0; i < n; i++) {
    Value awaited = co_await Awaiter();
    if (!awaited)
      co_return awaited;
    co_yield v + local;
  }
  co_return v;
}
template <class T>
concept Small = sizeof(T) < 8;
int constrained(Small auto n) { return n; }
int constrained_caller() { return constrained(3); }
consteval int immediate(int n) { return n + 1; }
int designated() {
  Plain p = {.p = nullptr, .n = immediate(2)};
  return p.n;
}
#endif
extern "C" int c_function(char *p) {
  asm volatile("" : : "r"(p) : "memory");
  return *p;
}
#if __cplusplus >= 201103L
union Union {
  char *p;
  Value v;
  Union() : p(0) {}
  ~Union() {}
};
void lifetimes(Union *u) {
  new (&u->v) Value(1);
  u->v.~Value();
  delete[] new Value[3]{1, 2, 3};
}
#endif
union Either {
  char *p;
  long n;
};
void unions(Either *u) {
  static union {
    int a;
    char *b;
  };
  b = u->p;
}
int main() {
  box.add(Derived::make());
  Concrete concrete;
  Diamond diamond(2);
  return largest(1, 2) + *largest(get(), get()) + *outer::nested(1);
}
