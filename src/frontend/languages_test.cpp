// Every standard from C89 to C23 and C++98 to C++23, and what compilers accepted before there was one.
#include "frontend/test_folder.h"

#include <gmock/gmock.h>

namespace custody::frontend {
namespace {

class Languages : public ParseFixture {
protected:
  void accepts(llvm::StringRef name, llvm::StringRef text, const std::vector<std::string> &options = {}) {
    const ParseOutcome outcome = parse(name, text, options);
    EXPECT_TRUE(outcome.succeeded) << "options: " << ::testing::PrintToString(options) << "\n" << outcome.errors;
    EXPECT_FALSE(ir.empty());
  }
};

TEST_F(Languages, OldC) {
  const llvm::StringRef old = "extern char *strange();\n"
                              "static counter = 3;\n"
                              "old(n, text) char *text; { register i; for (i = 0; i < n; i++) use(text, i); }\n"
                              "char *number() { return 42; }\n"
                              "int pointer(p) char *p; { int n = p; return n; }\n"
                              "struct s { int a; }; struct t { int b; };\n"
                              "void mix(struct s *s, struct t *t) { s = t; t = s; }\n"
                              "int (*callback)(int, int); void take(char *c) {} void set() { callback = take; }\n"
                              "nothing() { return; } void value() { return 1; }\n"
                              "char *copy(const char *s) { return strdup(s); }\n"
                              "int main() { char *p = malloc(10); if (p == 7) exit(1); return nothing(); }\n";
  for (const char *standard :
       {"", "-ansi", "-std=c89", "-std=gnu89", "-std=c99", "-std=gnu99", "-std=gnu11", "-std=gnu17"})
    accepts("old.c", old, *standard ? std::vector<std::string>{standard} : std::vector<std::string>{});
}

TEST_F(Languages, OldGnuC) {
  accepts("gnu.c", "typedef struct { int n; char data[0]; } tail;\n"
                   "extern inline int two() { return 2; }\n"
                   "int f(int n) { __label__ out; int a[n]; void *p = &&out; int m = ({ int t = n; t + 1; });\n"
                   "  switch (n) { case 1 ... 5: return a[0]; default: ; }\n"
                   "  goto *p; out: return n ?: m; }\n"
                   "struct init { int x, y; } i = { x: 1, y: 2 };\n"
                   "void *sum(void *p) { return p + 1; }\n"
                   "asm(\"\");\n"
                   "enum { A, B, };\n"
                   "int dollar$name;\n"
                   "#ident \"version\"\n"
                   "char *multi = \"a\" __FILE__;\n"
                   "int g() { const int k = 3; return *(int *)&k; }\n");
}

TEST_F(Languages, Traditional) {
  accepts("trad.c", "int errno_is() { extern int errno; return errno; }\n"
                    "#define EMPTY()\nEMPTY()\n"
                    "int lvalue() { char *p = 0; return *((char *)p + 1); }\n"
                    "#if 0\nit's text\n#endif\n"
                    "#ifdef X\n#else junk\n#endif junk\n");
}

TEST_F(Languages, C) {
  accepts("c89.c", "int f(void) { int i; for (i = 0; i < 3; i++) ; return i; } /* no // here */\n", {"-std=c89"});
  accepts("c99.c",
          "#include <stdbool.h>\n#include <complex.h>\nstruct p { int x, y; };\n"
          "inline int sq(int a) { return a * a; } extern int sq(int);\n"
          "bool f(int n, int a[restrict static n]) { for (int i = 0; i < n; i++) a[i] = (struct p){.y = i}.y;"
          " double _Complex z = 1.0 * I; return creal(z) > 0; }\n",
          {"-std=c99"});
  accepts("c11.c",
          "#include <stdatomic.h>\n_Static_assert(sizeof(int) == 4, \"\"); _Thread_local int t; _Atomic int a;\n"
          "struct s { union { int a; char *p; }; };\n"
          "#define kind(x) _Generic((x), int: 1, default: 2)\n"
          "_Noreturn void die(void); int f(struct s *s) { a++; return kind(s->a) + _Alignof(double); }\n",
          {"-std=c11"});
  accepts("c23.c",
          "#include <stddef.h>\n[[nodiscard]] int f(int n); constexpr int k = 0b101'000;\n"
          "enum e : unsigned char { A }; typeof(k) g(void) { auto x = nullptr; return x == nullptr ? k : 0; }\n"
          "int h(int, ...) { static_assert(true); bool b = false; return b; }\n",
          {"-std=c23"});
  accepts("c2x.c", "int f(void) { return __has_c_attribute(fallthrough); }\n", {"-std=gnu2x"});
  accepts("c18.c", "int x;\n", {"-std=gnu18"});
  accepts("iso.c", "int x;\n", {"-std=iso9899:1999"});
}

TEST_F(Languages, OldCxx) {
  const llvm::StringRef old = "#include <memory>\n#include <string>\n"
                              "class A { public: A() throw(std::bad_alloc); void f() throw(); };\n"
                              "int f(register int n) { for (register int i = 0; i < n; i++) ; return n; }\n"
                              "std::auto_ptr<int> make() { return std::auto_ptr<int>(new int(1)); }\n"
                              "char *text = \"literal\";\n"
                              "int narrow[] = { 1.5, (char)300 }; unsigned char c[] = { 1000 };\n"
                              "template <class T> struct V { typename T::x *p; };\n";
  for (const char *standard :
       {"", "-std=c++98", "-std=gnu++98", "-std=c++03", "-std=c++11", "-std=c++14", "-std=c++17"})
    accepts("old.cc", old, *standard ? std::vector<std::string>{standard} : std::vector<std::string>{});
}

TEST_F(Languages, Cxx) {
  accepts("11.cpp",
          "#include <memory>\n#include <vector>\n#include <functional>\n"
          "std::function<int()> f(std::vector<int> v) { auto p = std::make_shared<int>(1);"
          " for (auto &&x : v) *p += x; return [p] { return *p; }; }\n",
          {"-std=c++11"});
  accepts("14.cpp",
          "#include <memory>\nauto f() { return std::make_unique<int>(0b1'0); }\n"
          "auto g = [x = f()](auto y) mutable { return y; };\n",
          {"-std=c++14"});
  accepts("17.cpp",
          "#include <optional>\n#include <string_view>\n#include <variant>\n#include <map>\n"
          "int f(std::map<int, int> m) { if (auto i = m.find(1); i != m.end()) { auto [k, v] = *i; return v; }"
          " if constexpr (sizeof(int) == 4) return 1; return 0; }\n",
          {"-std=c++17"});
  accepts("20.cpp",
          "#include <concepts>\n#include <coroutine>\n#include <span>\n#include <compare>\n#include <memory>\n"
          "struct P { int x; auto operator<=>(const P &) const = default; };\n"
          "template <std::integral T> T twice(T t) requires true { return t * 2; }\n"
          "int f() { P p{.x = 1}; return twice(p.x); }\n"
          "struct Task { struct promise_type { Task get_return_object() { return {}; }\n"
          " std::suspend_never initial_suspend() { return {}; }\n"
          " std::suspend_never final_suspend() noexcept { return {}; }\n"
          " void return_void() {} void unhandled_exception() {} }; };\n"
          "Task task() { co_return; }\n",
          {"-std=c++20", "-fcoroutines"});
  accepts("23.cpp",
          "#include <memory>\nstruct S { int f(this S &self) { return self.x; } int x; };\n"
          "int f(S s) { if consteval { return 1; } else { return s.f(); } }\n",
          {"-std=c++23"});
}

TEST_F(Languages, PragmasDoNotBringErrorsBack) {
  accepts("pragma.c",
          "#pragma GCC diagnostic push\n#pragma GCC diagnostic error \"-Wimplicit-function-declaration\"\n"
          "#pragma GCC diagnostic error \"-Wunused-variable\"\n"
          "int f() { int x; return undeclared(); }\n#pragma GCC diagnostic pop\nint g() { return more(); }\n");
}

TEST_F(Languages, AttributesThatOnlyGccKnows) {
  accepts("attributes.c",
          "void f(int) __attribute__((optimize(\"O3\"), noclone, noipa, access(read_only, 1), externally_visible));\n"
          "int x __attribute__((mode(SI), nocommon, section(\".mine\")));\n"
          "void *g(unsigned) __attribute__((alloc_size(1), assume_aligned(8), returns_nonnull, malloc));\n"
          "void h(const char *, ...) __attribute__((format(gnu_printf, 1, 2), nonnull(1)));\n"
          "struct s { int a; } __attribute__((packed, aligned(4), designated_init, gcc_struct));\n"
          "int *k(void) __attribute__((warn_unused_result(\"why\"), leaf, nothrow));\n");
}

TEST_F(Languages, AssemblyThatOnlyGccKnows) {
  accepts("asm.c",
          "int f(int x) { asm(\"nop\" : \"=@ccz\"(x)); asm volatile(\"\" : \"+Z\"(x) : : \"xyzzy\"); return x; }\n"
          "extern int made_by_assembler; extern int other __attribute__((alias(\"made_by_assembler\")));\n"
          "asm(\".globl made_by_assembler\");\n");
}

TEST_F(Languages, CleanupAndStatementAttributes) {
  accepts("cleanup.c", "#include <stdlib.h>\nstatic void drop(char **p) { free(*p); }\n"
                       "int f(int n) { __attribute__((cleanup(drop))) char *p = malloc(n);\n"
                       " switch (n) { case 1: n++; __attribute__((fallthrough)); default: return n; } }\n");
  EXPECT_TRUE(irHas("call void @drop(ptr noundef %p)"));
}

} // namespace
} // namespace custody::frontend
