// Contradictions are errors, unknown names are warnings, and what is right is silent.
#include "specs/commands.h"
#include "llvm/Support/raw_ostream.h"
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
  EXPECT_EQ(firstMessage("void f(char *a) frees b;"), "t.own:1:23: error: 'b' is no parameter of f, which has 'a'");
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
  EXPECT_EQ(firstMessage("void f(char *a) returns a;"), "t.own:1:17: error: f returns nothing");
  EXPECT_EQ(firstMessage("alias f = f;"), "t.own:1:7: error: 'f' is an alias of itself");
}

TEST(Checker, unknownFamilies) {
  EXPECT_EQ(firstMessage("own(flie) char *f(void);"),
            "t.own:1:5: warning: unknown family 'flie'; declare it with 'family flie;'");
  EXPECT_EQ(firstMessage("family file; own(flie) char *f(void);"),
            "t.own:1:18: warning: unknown family 'flie'; write 'file', or declare it with 'family flie;'");
  EXPECT_EQ(firstMessage("void f(void (*g)(own(x) char *q));"),
            "t.own:1:22: warning: unknown family 'x'; declare it with 'family x;'");
  EXPECT_EQ(firstMessage("void f(char *p) frees p as x;"),
            "t.own:1:28: warning: unknown family 'x'; declare it with 'family x;'");
  EXPECT_EQ(firstMessage("char *f(char *p) returns own(x) when (p == null);"),
            "t.own:1:30: warning: unknown family 'x'; declare it with 'family x;'");
  EXPECT_EQ(firstMessage("family m like x;"), "t.own:1:15: warning: unknown family 'x'; declare it with 'family x;'");
}

TEST(Checker, unknownContainers) {
  EXPECT_EQ(firstMessage("void f(stack<int> *s);"),
            "t.own:1:8: warning: unknown container 'stack'; declare it with 'container stack<T> { ... };'");
  EXPECT_EQ(firstMessage("type U; void f(stack<U> *s, U e);"),
            "t.own:1:16: warning: unknown container 'stack'; declare it with 'container stack<U> { ... };'");
  EXPECT_EQ(firstMessage("type T; container stack<T> { own T *e; }; void f(stak<T> *s, T e);"),
            "t.own:1:50: warning: unknown container 'stak'; write 'stack', or declare it with 'container stak<T> { "
            "... };'");
  EXPECT_EQ(firstMessage("type T; container a<T> { own b<T> *e; };"),
            "t.own:1:30: warning: unknown container 'b'; declare it with 'container b<T> { ... };'");
  EXPECT_EQ(firstMessage("type T; void stack<T>::push(T e);"),
            "t.own:1:14: warning: unknown container 'stack'; declare it with 'container stack<T> { ... };'");
}

TEST(Checker, unknownTypeVariables) {
  EXPECT_EQ(firstMessage("void f(int x) where { ref_type(T) };"),
            "t.own:1:32: warning: unknown type variable 'T'; declare it with 'type T;'");
  EXPECT_EQ(firstMessage("container c<T> { own T *e; }; void f(c<T> *x);"),
            "t.own:1:40: warning: unknown type variable 'T'; declare it with 'type T;'");
  EXPECT_EQ(firstMessage("void f(T x);"), "t.own:1:8: warning: unknown type variable 'T'; declare it with 'type T;'");
  EXPECT_EQ(firstMessage("container c<T> { own U *e; };"),
            "t.own:1:22: warning: unknown type variable 'U'; declare it with 'type U;'");
}

TEST(Checker, unknownFunctions) {
  EXPECT_EQ(firstMessage("family m freed_by g;"),
            "t.own:1:19: warning: unknown function 'g': no declaration says what it frees");
  EXPECT_EQ(firstMessage("family m freed_by shutt; void shut(frees(m) void *p);"),
            "t.own:1:19: warning: unknown function 'shutt': no declaration says what it frees; did you mean 'shut'?");
  EXPECT_EQ(firstMessage("alias f = g;"),
            "t.own:1:11: warning: unknown function 'g': an alias needs one that is declared");
}

TEST(Checker, unknownParametersAndWordsAreErrors) { // nobody else can declare them
  EXPECT_EQ(firstMessage("void f(char *a, int n) takes a in b;"),
            "t.own:1:35: error: 'b' is no parameter of f, which has 'a', 'n'");
  EXPECT_EQ(firstMessage("region(q) char *f(void);"),
            "t.own:1:8: error: 'q' is no parameter of f, which has none with a name");
  EXPECT_EQ(firstMessage("void f(char *a) freez a;"),
            "t.own:1:17: error: expected a clause (returns, allocates, frees, takes, holds, ...), 'where' or ';', "
            "found 'freez'");
  const std::string words = "'; expected own, ref, frees, takes, holds, retains, releases, region, out, nonnull or "
                            "may_null before the type";
  EXPECT_EQ(firstMessage("owm char *f(void);"), "t.own:1:1: error: unknown word 'owm" + words);
  EXPECT_EQ(firstMessage("owm FILE *f(void);"), "t.own:1:1: error: unknown word 'owm" + words);
  EXPECT_EQ(firstMessage("void f(fress FILE *p);"), "t.own:1:8: error: unknown word 'fress" + words);
  EXPECT_EQ(firstMessage("void f(fress(m) FILE *p);"), "t.own:1:8: error: unknown word 'fress" + words);
  EXPECT_EQ(firstMessage("family m resorce;"),
            "t.own:1:10: error: expected 'resource', 'counted', 'default', 'like', 'freed_by' or ';', found 'resorce'");
}

TEST(Checker, declaredTwice) {
  EXPECT_EQ(firstMessage("char *f(void); char *f(void);"), "t.own:1:22: warning: f is declared twice, in the same way");
  EXPECT_EQ(firstMessage("family m; family m resource;"),
            "t.own:1:18: error: family m is declared twice, and the declarations contradict each other");
  EXPECT_EQ(firstMessage("container c<T> { own T *e; }; container c<T> { ref T *e; };"),
            "t.own:1:41: error: container c is declared twice, and the declarations contradict each other");
}

TEST(Checker, functionsThatTheProgramLacks) {
  SpecStore nothing;
  const std::string path = testing::TempDir() + "/lacks.own";
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << "void widget_free(char *w);\nvoid widgit_use(char *w);\n";
  llvm::StringSet<> program;
  program.insert("widget_free");
  program.insert("widget_use");
  const CheckOutcome outcome = checkSpecFiles({path}, nothing, program);
  EXPECT_EQ(outcome.warnings, 1U);
  EXPECT_NE(outcome.text.find(":2:6: warning: unknown function 'widgit_use': the program neither has nor calls one of "
                              "that name; did you mean 'widget_use'?"),
            std::string::npos)
      << outcome.text;
}

} // namespace custody::specs
