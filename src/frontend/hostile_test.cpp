// Sources that nobody should write, and that somebody's generator does: each ends in a result or in an error.
#include "frontend/test_folder.h"

#include "frontend/guarded.h"
#include <gmock/gmock.h>

namespace custody::frontend {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string repeat(llvm::StringRef text, unsigned times) {
  std::string result;
  for (unsigned i = 0; i < times; ++i)
    result += text;
  return result;
}

// A crash that is survived loses what was allocated until then, which LeakSanitizer rightly tells.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SKIP_IF_LEAKS_COUNT() GTEST_SKIP() << "loses memory on purpose"
#endif
#endif
#ifndef SKIP_IF_LEAKS_COUNT
#define SKIP_IF_LEAKS_COUNT() static_cast<void>(0)
#endif

class Hostile : public ParseFixture {
protected:
  void endsInOneOrTheOther(llvm::StringRef name, llvm::StringRef text) {
    const ParseOutcome outcome = parse(name, text);
    EXPECT_EQ(outcome.succeeded, outcome.errors.empty());
  }
};

TEST_F(Hostile, Empty) {
  EXPECT_TRUE(parse("a.c", "").succeeded);
  EXPECT_TRUE(parse("a.cpp", "").succeeded);
}

TEST_F(Hostile, Unterminated) {
  for (const char *text :
       {"int f(", "/* never closed", "char *s = \"never", "#if 1\nint x;", "#define X(", "struct s {",
        "__attribute__((malloc(", "[[gnu::malloc(f", "void f(void) { if (1) {", "'", "\\", "#include <"}) {
    const ParseOutcome outcome = parse("a.c", text);
    EXPECT_EQ(outcome.succeeded, outcome.errors.empty()) << text;
  }
  EXPECT_FALSE(parse("a.c", "int f(").succeeded);
}

TEST_F(Hostile, NulBytesAndBinary) {
  endsInOneOrTheOther("a.c", llvm::StringRef("int a;\0\0int b;\n", 15));
  std::string bytes;
  unsigned state = 1;
  for (unsigned i = 0; i < 100000; ++i)
    bytes += static_cast<char>((state = state * 1103515245U + 12345U) >> 16U);
  endsInOneOrTheOther("a.c", bytes);
  endsInOneOrTheOther("a.cpp", bytes);
  endsInOneOrTheOther("a.c", "\xff\xfeint a;");
  EXPECT_TRUE(parse("a.c", "\xef\xbb\xbfint a;\n").succeeded);
}

TEST_F(Hostile, LongLines) {
  EXPECT_TRUE(parse("a.c", "int a[] = {" + repeat("1, ", 350000) + "};\n").succeeded);
  EXPECT_TRUE(parse("a.c", "char *s = \"" + std::string(1 << 20, 'x') + "\";\n").succeeded);
  EXPECT_TRUE(parse("a.c", "int " + std::string(1 << 20, 'x') + ";\n").succeeded);
}

TEST_F(Hostile, IncludesItself) {
  const ParseOutcome outcome = parse("a.c", "#include \"a.c\"\n");
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("nested too deeply"));
}

TEST_F(Hostile, DeepNesting) {
  endsInOneOrTheOther("a.c", "int f(int x) { return " + repeat("(", 20000) + "x" + repeat(")", 20000) + "; }\n");
  endsInOneOrTheOther("a.c", "int f(int x) { " + repeat("if (x) ; else ", 5000) + "; return 0; }\n");
  endsInOneOrTheOther("a.c", "int f(int x) { " + repeat("{", 20000) + repeat("}", 20000) + " return 0; }\n");
  endsInOneOrTheOther("a.c", "int f(int x) { return x" + repeat(" + x", 20000) + "; }\n");
  endsInOneOrTheOther("a.c", "int f(int x) { return " + repeat("-~", 20000) + "x; }\n");
  endsInOneOrTheOther("a.c", "int " + repeat("*", 20000) + "p;\n");
  endsInOneOrTheOther("a.c", "struct s { " + repeat("struct { ", 5000) + "int x; " + repeat("};", 5000) + " };\n");
}

TEST_F(Hostile, NestingWithoutEnd) {
  SKIP_IF_LEAKS_COUNT();
  endsInOneOrTheOther("a.c", "int x = " + repeat("(", 3000000));
  endsInOneOrTheOther("a.c", "void f(void) " + repeat("{", 3000000));
  endsInOneOrTheOther("a.c", "int x = " + repeat("-~", 3000000) + "1;");
  // The process is as good as before.
  EXPECT_TRUE(parse("a.c", "int x;\n").succeeded);
}

TEST_F(Hostile, TemplatesWithoutEnd) {
  const ParseOutcome outcome =
      parse("a.cpp", "template <int N> struct S { static const int v = S<N + 1>::v; };\nint x = S<0>::v;\n");
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("exceeded maximum depth"));
}

TEST_F(Hostile, ManyErrorsAreCutShort) {
  const ParseOutcome outcome = parse("a.c", "int f(void) {" + repeat("undeclared;\n", 10000) + "}\n");
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("too many errors"));
  EXPECT_LT(outcome.errors.size(), 20000U);
}

TEST(Guarded, ReportsACrashAndGoesOn) {
  SKIP_IF_LEAKS_COUNT();
  volatile int *const nowhere = nullptr;
  EXPECT_FALSE(runGuarded([&] { *nowhere = 1; }));
  EXPECT_FALSE(runGuarded([] { std::abort(); }));
  bool ran = false;
  EXPECT_TRUE(runGuarded([&] { ran = true; }));
  EXPECT_TRUE(ran);
}

// Ends only at a depth that no stack has.
unsigned recurse(volatile unsigned *depth) {
  volatile char page[4096];
  page[0] = 1;
  *depth = *depth + 1;
  return *depth == ~0U ? 0 : recurse(depth) + static_cast<unsigned>(page[0]);
}

TEST(Guarded, ReportsAnOverflowOfTheStack) {
  SKIP_IF_LEAKS_COUNT();
  volatile unsigned depth = 0;
  EXPECT_FALSE(runGuarded([&] { recurse(&depth); }));
  EXPECT_GT(depth, 10000U);
}

} // namespace
} // namespace custody::frontend
