// What the parser accepts, and how it says what it does not.
#include "specs/parser.h"
#include "specs/printer.h"
#include "gtest/gtest.h"

namespace custody::specs {

static std::string errorsIn(const std::string &text) {
  return render(parseText("t.own", text).diagnostics);
}

static FunctionDecl function(const std::string &text) {
  ParseResult result = parseText("t.own", text);
  EXPECT_EQ(render(result.diagnostics), "") << text;
  EXPECT_EQ(result.declarations.size(), 1U) << text;
  const auto *decl = result.declarations.empty() ? nullptr : std::get_if<FunctionDecl>(&result.declarations[0]);
  EXPECT_TRUE(decl) << text;
  return decl ? *decl : FunctionDecl();
}

TEST(Parser, readsWordsOnResultAndParameters) {
  const FunctionDecl fopen = function("own(file) FILE *fopen(const char *path, const char *mode);");
  EXPECT_EQ(fopen.words.mode, Mode::Own);
  EXPECT_EQ(fopen.words.argument.text, "file");
  EXPECT_EQ(print(fopen.name), "fopen");
  ASSERT_EQ(fopen.params.size(), 2U);
  EXPECT_EQ(fopen.params[1].name, "mode");
  EXPECT_TRUE(fopen.params[0].type.arguments[0].isConst);
  EXPECT_EQ(function("int fclose(frees(file) FILE *);").params[0].words.mode, Mode::Frees);
}

TEST(Parser, parametersMayBeCalledLikeWords) {
  const FunctionDecl f = function("void f(int in, char *out, own char **to, int type, int when) sets *to to out;");
  EXPECT_EQ(f.params[1].name, "out");
  EXPECT_EQ(f.params[2].name, "to");
  EXPECT_EQ(f.params[3].name, "type");
  EXPECT_EQ(print(*f.clauses[0].other), "out");
}

TEST(Parser, readsTypes) {
  EXPECT_EQ(print(function("void f(unsigned long long int x);").params[0].type), "unsigned long long int");
  EXPECT_EQ(print(function("void f(struct addrinfo **res);").params[0]), "struct addrinfo **res");
  EXPECT_EQ(print(function("void f(int fds[2]);").params[0]), "int *fds");
  EXPECT_EQ(print(function("void f(char *const argv[]);").params[0]), "char *const *argv");
  EXPECT_EQ(print(function("void f(void (*g)(own T *x, int));").params[0]), "void (*g)(own T *x, int)");
  EXPECT_EQ(print(function("void f(std::function<void(T)> g);").params[0]), "std::function<void (T)> g");
  EXPECT_TRUE(function("int printf(const char *f, ...);").variadic);
}

TEST(Parser, readsCxxNames) {
  EXPECT_EQ(print(function("void std::vector<T>::push_back(const T &x);").name), "std::vector<T>::push_back");
  EXPECT_FALSE(function("std::vector<T>::vector(size_t n);").hasReturnType);
  EXPECT_FALSE(function("std::vector<T>::~vector();").hasReturnType);
  EXPECT_EQ(print(function("own void *operator new[](size_t n);").name), "operator new[]");
  EXPECT_EQ(print(function("T &std::map<K, V>::operator[](const K &k);").name), "std::map<K, V>::operator[]");
  EXPECT_EQ(print(function("void std::function<F>::operator()(int x);").name), "std::function<F>::operator()");
  EXPECT_EQ(print(function("std::unique_ptr<T>::operator bool() const;").name), "std::unique_ptr<T>::operator bool");
  EXPECT_EQ(print(function("x::operator unsigned int() const;").name), "x::operator unsigned int");
  EXPECT_EQ(print(function("bool operator<=>(x a, x b);").name), "operator<=>");
}

// What is no operator would print as another name.
TEST(Parser, refusesWhatIsNoOperator) {
  for (const char *text : {"void operator 5(int x);", "void operator\"a\"(int x);", "void operator\x04();",
                           "void operator();", "void operator<<<<(int x);"})
    EXPECT_NE(errorsIn(text), "") << text;
}

TEST(Parser, readsPlaces) {
  const auto place = [](const std::string &text) {
    return print(*function("void f(struct s *p, char **q) frees " + text + ";").clauses[0].place);
  };
  for (const char *text :
       {"p", "*p", "**q", "p->f", "p->f->g", "p->f.g", "*p->f", "(*q)->f", "q[]", "p->f[]", "(*q)[]"})
    EXPECT_EQ(place(text), text);
}

TEST(Parser, readsClauses) {
  const FunctionDecl f = function("int f(struct s *p, void *v, void (*cb)(void *), ...) noreturn "
                                  "allocates *p as x nonnull when (return == 0 && v != null) "
                                  "takes v in p as y frees ... until null calls cb(v, _) later reallocs v or_frees;");
  ASSERT_EQ(f.clauses.size(), 6U);
  EXPECT_EQ(f.clauses[1].when.size(), 2U);
  EXPECT_EQ(f.clauses[1].words.null, Nullness::NeverNull);
  EXPECT_EQ(f.clauses[2].family.text, "y");
  EXPECT_TRUE(f.clauses[3].untilNull);
  EXPECT_EQ(f.clauses[4].time, CallTime::Later);
  EXPECT_FALSE(f.clauses[4].arguments[1].has_value());
  EXPECT_TRUE(f.clauses[5].freesOnFailure);
}

TEST(Parser, pointsAtTheMistake) {
  EXPECT_EQ(errorsIn("void stack_push(ref stack<T> *s, T e;\n"),
            "t.own:1:37: error: expected ',' or ')' after the parameters, found ';'\n"
            "void stack_push(ref stack<T> *s, T e;\n"
            "                                    ^\n");
  EXPECT_EQ(errorsIn("void f(char *p) free p;"),
            "t.own:1:17: error: expected a clause (returns, allocates, frees, takes, holds, ...), 'where' or ';', "
            "found 'free'\n"
            "void f(char *p) free p;\n"
            "                ^\n");
  EXPECT_EQ(errorsIn("own ref char *f();"),
            "t.own:1:5: error: two ownership words for one pointer: 'ref' after another\n"
            "own ref char *f();\n"
            "    ^\n");
}

TEST(Parser, reportsEveryDeclarationThatIsWrongAndKeepsTheOthers) {
  const ParseResult result = parseText("t.own", "int f(;\nint g(int x);\nint h(char *p) when;\n");
  EXPECT_EQ(result.diagnostics.size(), 2U);
  EXPECT_EQ(print(result.declarations), "int g(int x);\n");
}

TEST(Parser, aLeadingScopeIsNoClass) {
  EXPECT_NE(errorsIn("::empty() const;"), "");
}

TEST(Parser, boundsNesting) {
  std::string text = "void f(";
  for (int i = 0; i < 5000; ++i)
    text += "a<";
  EXPECT_NE(errorsIn(text), "");
  std::string stars = "void f(int " + std::string(100000, '*') + "p);";
  EXPECT_NE(errorsIn(stars), "");
  std::string place = "void f(int *p) frees " + std::string(100000, '*') + "p;";
  EXPECT_NE(errorsIn(place), "");
}

} // namespace custody::specs
