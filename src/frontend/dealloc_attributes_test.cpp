#include "frontend/test_folder.h"

#include <gmock/gmock.h>

namespace custody::frontend {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class DeallocAttribute : public ParseFixture {
protected:
  void check(llvm::StringRef name, llvm::StringRef text) {
    const ParseOutcome outcome = parse(name, text);
    EXPECT_TRUE(outcome.succeeded) << outcome.errors;
  }
};

TEST_F(DeallocAttribute, BeforeAndAfterTheDeclarator) {
  check("a.c", "void put(void *, int);\n"
               "__attribute__((malloc(put, 1))) void *before(int n);\n"
               "void *after(int n) __attribute__((malloc(put)));\n"
               "extern __attribute__((__malloc__ (put, 2))) struct s *between(void);\n"
               "void *use(void) { return before(1); }\n");
  EXPECT_THAT(facts, ElementsAre("before put 1", "after put 0", "between put 2"));
  EXPECT_THAT(defined, ElementsAre("use"));
}

TEST_F(DeallocAttribute, SeveralOnOneFunction) {
  check("a.c", "void put(void *); void *again(void *, int);\n"
               "void *get(int) __attribute__((malloc, malloc(put, 1), malloc(again, 1), warn_unused_result));\n"
               "__attribute__((malloc(put, 1))) void *get2(int);\n"
               "__attribute__((malloc(again))) void *get2(int);\n"
               "void *get2(int n) { return get(n); }\n");
  EXPECT_THAT(facts, ElementsAre("get put 1", "get again 1", "get2 put 1", "get2 again 0"));
}

TEST_F(DeallocAttribute, ThroughMacros) {
  check("a.c", "#define ATTR_MALLOC(...) __attribute__((malloc(__VA_ARGS__)))\n"
               "#define FIRST 1\n"
               "#define RELEASED_BY(f) ATTR_MALLOC(f, FIRST)\n"
               "#define DECLARE(name) void *name##_new(void) RELEASED_BY(name##_free); int name##_other(void)\n"
               "void put(void *); void pool_free(void *);\n"
               "RELEASED_BY(put) void *one(void);\n"
               "void *two(void) ATTR_MALLOC(put);\n"
               "DECLARE(pool);\n");
  EXPECT_THAT(facts, ElementsAre("one put 1", "two put 0", "pool_new pool_free 1"));
}

TEST_F(DeallocAttribute, DefinitionsAndOldStyle) {
  check("a.c", "#include <stdlib.h>\n"
               "void put(void *p) { free(p); }\n"
               "__attribute__((malloc(put, 1))) void *get(n) int n; { return malloc(n); }\n"
               "static inline void *get2(int n) { void *p = malloc(n); return p; }\n");
  EXPECT_THAT(facts, ElementsAre("get put 1"));
  EXPECT_THAT(defined, UnorderedElementsAre("put", "get"));
}

TEST_F(DeallocAttribute, OneDeclaratorAmongMany) {
  check("a.c", "void put(void *);\n"
               "void *a(int, int) __attribute__((malloc(put))), *b(void), *c(void) __attribute__((malloc(put, 1)));\n"
               "__attribute__((malloc(put, 1))) void *d(void), *e(int, char);\n");
  EXPECT_THAT(facts, ElementsAre("a put 0", "c put 1", "d put 1", "e put 1"));
}

TEST_F(DeallocAttribute, BracketSpelling) {
  check("a.c",
        "void put(void *);\n[[gnu::malloc(put, 1)]] void *a(void);\n[[__gnu__::__malloc__(put)]] void *b(void);\n");
  EXPECT_THAT(facts, ElementsAre("a put 1", "b put 0"));
}

TEST_F(DeallocAttribute, Cxx) {
  check("a.cpp", "#include <cstdlib>\nnamespace pool { void put(void *); }\n"
                 "[[gnu::malloc(pool::put, 1)]] void *a();\n"
                 "extern \"C\" { void *b() __attribute__((malloc(::free, 1))); }\n"
                 "[[using gnu: malloc(pool::put, 1), cold]] void *c();\n"
                 "struct S { static void drop(S *); static S *make() __attribute__((malloc(drop, 1)));\n"
                 "  __attribute__((malloc(drop))) static S *inside() { return new S; } };\n"
                 "template <class T> __attribute__((malloc(free))) T *get() { return (T *)malloc(sizeof(T)); }\n"
                 "int *use() { return get<int>(); }\n");
  EXPECT_THAT(facts, UnorderedElementsAre("a pool::put 1", "b free 1", "c pool::put 1", "make drop 1", "inside drop 0",
                                          "get free 0", "get free 0"));
}

TEST_F(DeallocAttribute, CallsAreNotAttributes) {
  check("a.c", "#include <stdlib.h>\nvoid put(void *);\n"
               "void *f(int n) { void *p = malloc(n); int a[3]; a[0] = (int)(long)malloc(n); return p; }\n");
  EXPECT_THAT(facts, ElementsAre());
}

TEST_F(DeallocAttribute, OtherErrorsStay) {
  const ParseOutcome outcome =
      parse("a.c", "void put(void *);\n__attribute__((malloc(put, 1))) void *a(void);\nint b = c;\n");
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("undeclared identifier 'c'"));
  EXPECT_THAT(outcome.errors, ::testing::Not(HasSubstr("malloc")));
}

} // namespace
} // namespace custody::frontend
