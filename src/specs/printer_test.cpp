// Print and parse are inverse: over a list of forms here, over every bundled model in bundled_test.cpp.
#include "specs/describe.h"
#include "specs/meaning.h"
#include "specs/parser.h"
#include "specs/printer.h"
#include "gtest/gtest.h"

namespace custody::specs {

static void expectRoundTrip(const std::string &text) {
  const ParseResult first = parseText("t.own", text);
  ASSERT_EQ(render(first.diagnostics), "") << text;
  const std::string printed = print(first.declarations);
  EXPECT_EQ(printed, text + "\n");
  const ParseResult second = parseText("t.own", printed);
  EXPECT_EQ(print(second.declarations), printed);
}

TEST(Printer, isTheInverseOfTheParser) {
  for (const char *text : {
           "library \"zlib\" version \"1.2.13\" header <zlib.h> package \"zlib1g-dev\" pkgconfig \"zlib\";",
           "header <sys/stat.h>, \"x/y.h\";",
           "header none;",
           "type T, U;",
           "family file resource counted default like malloc freed_by fclose, pclose;",
           "family dir resource \"directory stream\" freed_by closedir;",
           "container std::map<K, V> { own K *key; own V *value; };",
           "alias __asprintf_chk = asprintf drop 2, 3;",
           "own(file) may_null FILE *fopen(const char *path, const char *mode);",
           "out own int f(int x);",
           "static own T *a::b<T>::make(int &x, T &&y, const T &z);",
           "int f(out own(f) char **p, int (*cmp)(const void *, const void *), ...) returns into p as q nonnull "
           "when (return != -1 && p == null) sets *p to null sets *p to into p moves *p to return copies *p to *p;",
           "int f(struct s *p, int *after) frees p when (after p->f == null && after *after != 0 && after == null);",
           "void f(T x) where { ref_type(T), same_type(T, U) };",
           "void *operator new(size_t n) returns own(new) nonnull returns region(n) returns ref;",
           "T *const &std::vector<T>::at(size_t n) const;",
       })
    expectRoundTrip(text);
}

TEST(Printer, normalises) {
  EXPECT_EQ(print(parseText("t", "own  char*strdup( char const *s ) ;").declarations),
            "own char *strdup(const char *s);\n");
}

} // namespace custody::specs
