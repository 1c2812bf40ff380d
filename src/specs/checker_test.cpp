// Contradictions are errors, unknown names are warnings, and what is right is silent.
#include "specs/commands.h"
#include "gtest/gtest.h"

namespace custody::specs {

static std::string firstMessage(const std::string &text) {
  const SpecStore nothing;
  const CheckOutcome outcome = checkSpecText("t.own", text, nothing);
  return outcome.errors + outcome.warnings == 0 ? "" : outcome.text.substr(0, outcome.text.find('\n'));
}

TEST(Checker, acceptsWhatIsRight) {
  EXPECT_EQ(firstMessage("family m freed_by f; void f(frees(m) void *p); own(m) nonnull void *g(void);"
                         "type T; container c<T> { own T *e; }; void h(c<T> *c, T e) where { ref_type(T) };"
                         "int k(void *p) takes p when (return == 0) frees p as m when (return != 0);"),
            "");
}

TEST(Checker, contradictions) {
  EXPECT_EQ(firstMessage("void f(frees char *p) holds p;"), "t.own:1:6: error: 'p' is freed and also kept by f");
  EXPECT_EQ(firstMessage("void f(ref char *p) frees p;"),
            "t.own:1:6: error: 'p' is only referred to ('ref') and also freed");
  EXPECT_EQ(firstMessage("own int f(void);"), "t.own:1:9: error: 'own' on a result that is no pointer: int");
  EXPECT_EQ(firstMessage("void f(frees int x);"), "t.own:1:8: error: 'frees' on a parameter that is no pointer");
  EXPECT_EQ(firstMessage("own char *f(char *p) returns p;"),
            "t.own:1:11: error: two results that both always hold for f");
  EXPECT_EQ(firstMessage("own char *f(void) noreturn;"),
            "t.own:1:11: error: f never returns, so it cannot return what the caller owns");
  EXPECT_EQ(firstMessage("void f(char *a, char *a);"), "t.own:1:17: error: there is already a parameter 'a'");
  EXPECT_EQ(firstMessage("void f(char *a) frees b;"), "t.own:1:23: error: 'b' is no parameter of f");
  EXPECT_EQ(firstMessage("void f(char *a) frees a when (return == 0);"),
            "t.own:1:31: error: f returns nothing to compare");
  EXPECT_EQ(firstMessage("void f(char *a) frees a when (after a == null);"),
            "t.own:1:37: error: a call does not change an argument itself; after it, compare *p or p->f");
  EXPECT_EQ(firstMessage("void f(char *a) frees ...;"),
            "t.own:1:23: error: '...' in a function that takes no variable arguments");
  EXPECT_EQ(firstMessage("void f(region char *a);"),
            "t.own:1:8: error: 'region' is for results: a parameter is not allocated by the function");
  EXPECT_EQ(firstMessage("own char *f(void); char *f(void);"),
            "t.own:1:26: error: f is declared twice, and the declarations contradict each other");
  EXPECT_EQ(firstMessage("type T; void f(T x) where { ref_type(T), own_type(T) };"),
            "t.own:1:42: error: 'T' cannot both own and not own");
  EXPECT_EQ(firstMessage("type T; container c<T> { own T *e; }; void f(c<T, T> *x);"),
            "t.own:1:46: error: container c has 1 type parameter, not 2");
  EXPECT_EQ(firstMessage("alias f = f;"), "t.own:1:7: error: 'f' is an alias of itself");
}

TEST(Checker, unknownNames) {
  EXPECT_EQ(firstMessage("own(flie) char *f(void);"),
            "t.own:1:17: warning: unknown family 'flie'; declare it with 'family flie;'");
  EXPECT_EQ(firstMessage("family m freed_by g;"),
            "t.own:1:8: warning: unknown function 'g': no declaration says what it frees");
  EXPECT_EQ(firstMessage("alias f = g;"), "t.own:1:7: warning: unknown function 'g'");
  EXPECT_EQ(firstMessage("void f(int x) where { ref_type(T) };"), "t.own:1:23: warning: unknown type variable 'T'");
  EXPECT_EQ(firstMessage("container c<T> { own T *e; }; void f(c<T> *x);"),
            "t.own:1:38: warning: unknown type variable 'T'; declare it with 'type T;'");
  EXPECT_EQ(firstMessage("char *f(void); char *f(void);"), "t.own:1:22: warning: f is declared twice, in the same way");
}

} // namespace custody::specs
