// Lookup, authority, aliases, overloads and templates, attributes.
#include "specs/commands.h"
#include "specs/describe.h"
#include "specs/index.h"
#include "specs/store.h"
#include "gtest/gtest.h"

namespace custody::specs {

static std::string factsOf(const SpecStore &store, const FunctionQuery &query) {
  const FunctionSpec *spec = store.find(query);
  if (!spec)
    return "unknown";
  const std::string facts = describeFacts(*spec);
  return facts.substr(0, facts.find("  type"));
}

TEST(Names, keys) {
  EXPECT_EQ(nameKey("strdup"), "strdup");
  EXPECT_EQ(nameKey("std::__1::vector<int*, std::allocator<int*> >::push_back"), "std::vector::push_back");
  EXPECT_EQ(nameKey("std::__cxx11::basic_string<char>::operator[]"), "std::basic_string::operator[]");
  EXPECT_EQ(nameKey("a::b<c>::operator<<"), "a::b::operator<<");
  EXPECT_EQ(nameKey("a::operator-><int>"), "a::operator->");
  EXPECT_EQ(nameKey("f[abi:cxx11]"), "f");
  EXPECT_EQ(nameKey("std::ostream::write"), "std::basic_ostream::write"); // the ABI abbreviates it
  EXPECT_EQ(nameKey("my::ostream::write"), "my::ostream::write");
  EXPECT_EQ(nameKey("a::f[abi:cxx11]"), "a::f");
}

TEST(Names, demangled) {
  const FunctionQuery swap = FunctionQuery::fromDemangled("void std::swap<int*>(int*&, std::pair<int, int>&)");
  EXPECT_EQ(swap.name, "std::swap<int*>");
  ASSERT_TRUE(swap.paramTypes);
  EXPECT_EQ(*swap.paramTypes, (std::vector<std::string>{"int*&", "std::pair<int, int>&"}));
  EXPECT_EQ(FunctionQuery::fromDemangled("a::operator()(int) const").name, "a::operator()");
  EXPECT_EQ(FunctionQuery::fromDemangled("operator new(unsigned long)").name, "operator new");
  EXPECT_EQ(FunctionQuery::fromDemangled("malloc").name, "malloc");
  EXPECT_FALSE(FunctionQuery::fromDemangled("malloc").paramTypes);
}

TEST(Index, findsNamesWithoutParsing) {
  const SourceFile source{"t", "library \"x\"; own(file) FILE *fopen(int a); /* ; */ void std::v<T>::operator()(int);\n"
                               "own void *operator new[](size_t); type T; int f(int (*g)(int)) frees g; x"};
  std::string names;
  for (const IndexEntry &entry : indexDeclarations(source))
    names += entry.name.str() + "|";
  EXPECT_EQ(names, "|fopen|std::v<T>::operator()|operator new[]||f||");
}

TEST(Store, strongerAuthorityWins) {
  SpecStore store;
  store.addText("b.own", "own char *f(void);", Authority::Bundled);
  store.addText("u.own", "char *f(void);", Authority::User);
  EXPECT_EQ(factsOf(store, "f"), "  result   a pointer to what others own\n");
  EXPECT_EQ(store.find("f")->origins[0].file, "u.own");
  EXPECT_EQ(store.find("nobody"), nullptr);
}

TEST(Store, typesThatCannotBeReadAreTemplateParameters) {
  SpecStore store;
  store.addText("t.own",
                "type F, T; container box<F> { own F *f; }; box<F>::box(std::nullptr_t); box<F>::box(holds T &&value);",
                Authority::Bundled);
  EXPECT_EQ(factsOf(store, FunctionQuery("box<void ()>::box", {"f(int*)::{lambda()#1}&&"})),
            "  effect   keeps a reference to value in this\n");
  EXPECT_EQ(factsOf(store, FunctionQuery("box<void ()>::box", {"std::nullptr_t"})),
            "  effect   none: pointers are only borrowed\n");
}

TEST(Store, strongerFamiliesAndAliasesWin) {
  SpecStore store;
  store.addText("b.own",
                "family m freed_by f; own(m) char *g(void); alias h = g; char *k(void); void f(frees(m) char *p);",
                Authority::Bundled);
  store.addText("u.own", "family m resource freed_by f; alias h = k; alias g = k;", Authority::User);
  EXPECT_TRUE(store.family("m")->resource);
  EXPECT_EQ(factsOf(store, "h"), "  result   a pointer to what others own\n");
  EXPECT_EQ(factsOf(store, "g"), "  result   a pointer to what others own\n");
}

TEST(Store, resourcesHaveNames) {
  SpecStore store;
  store.addText("t.own", "family dir resource \"directory stream\"; family pg_file resource; family m;",
                Authority::User);
  EXPECT_EQ(store.resourceNoun("dir"), "directory stream");
  EXPECT_EQ(store.resourceNoun("pg_file"), "pg file");
  EXPECT_EQ(store.resourceNoun("m"), "");
  EXPECT_EQ(store.resourceNoun("nobody"), "");
}

TEST(Store, inferredIsTheWeakest) {
  SpecStore store;
  FunctionSpec mine;
  mine.name = "g";
  mine.noReturn = true;
  mine.origins.push_back({Authority::Inferred, "", 0, 0, ""});
  store.addInferred(mine);
  EXPECT_TRUE(store.find("g")->noReturn);
  store.addText("b.own", "void g(void);", Authority::Bundled);
  EXPECT_FALSE(store.find("g")->noReturn);
}

TEST(Store, defaultFamilyIsOfItsFile) {
  SpecStore store;
  store.addText("a.own", "family m default; own char *f(void); void g(frees void *p);", Authority::Bundled);
  store.addText("b.own", "own char *h(void);", Authority::Bundled);
  EXPECT_EQ(store.find("f")->results[0].family, "m");
  EXPECT_EQ(store.find("g")->effects[0].family, "m");
  EXPECT_EQ(store.find("h")->results[0].family, "");
}

TEST(Store, familiesThatGoTogether) {
  SpecStore store;
  store.addText("a.own", "family m; family g like m; family h like m; family x;", Authority::Bundled);
  EXPECT_TRUE(store.compatible("m", "m"));
  EXPECT_TRUE(store.compatible("g", "m"));
  EXPECT_TRUE(store.compatible("m", "g"));
  EXPECT_TRUE(store.compatible("g", "h"));
  EXPECT_TRUE(store.compatible("", "x"));
  EXPECT_FALSE(store.compatible("m", "x"));
}

TEST(Store, countedFamilies) {
  SpecStore store;
  store.addText("a.own", "family m; family object counted;", Authority::Bundled);
  EXPECT_TRUE(store.isCounted("object"));
  EXPECT_FALSE(store.isCounted("m"));
  EXPECT_FALSE(store.isCounted("nobody's"));
  EXPECT_FALSE(store.isCounted(""));
}

TEST(Store, aliasesDropArguments) {
  SpecStore store;
  store.addText("a.own",
                "int asprintf(char **p, const char *f, ...) allocates *p when (return != -1) sets *p to f;"
                "alias __asprintf_chk = asprintf drop 2; alias b = a; alias a = b;",
                Authority::Bundled);
  const FunctionSpec *spec = store.find("__asprintf_chk");
  ASSERT_TRUE(spec);
  ASSERT_EQ(spec->params.size(), 3U);
  EXPECT_EQ(spec->effects[0].place.param, 0U);
  EXPECT_EQ(spec->effects[1].other->param, 2U);
  EXPECT_EQ(describe(spec->origins[0]), "a.own:1:96, bundled model, alias of asprintf without argument 2");
  EXPECT_EQ(store.find("a"), nullptr);
}

TEST(Store, overloadsAndTemplates) {
  SpecStore store;
  store.addText("cxx.own",
                "type T; container std::vector<T> { own T *elem; };"
                "void std::vector<T>::push_back(const T &x);"
                "void std::vector<T>::push_back(T &&x) moves *x to return;"
                "void f::g(char *p) frees p; void f::g(int x); void f::g(char *p, int n) holds p;"
                "void std::swap(T &a, T &b); type I; std::vector<T>::vector(I first, I last);",
                Authority::Bundled);
  const auto find = [&](const char *demangled) { return store.find(FunctionQuery::fromDemangled(demangled)); };
  const FunctionSpec *copy = find("std::vector<int*, std::allocator<int*> >::push_back(int* const&)");
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->isMember);
  EXPECT_EQ(copy->effects[0].kind, Effect::Kind::Inserts);
  const FunctionSpec *move = find("std::__1::vector<int*>::push_back(int*&&)");
  ASSERT_TRUE(move);
  EXPECT_NE(copy, move);
  EXPECT_EQ(move->effects[0].kind, Effect::Kind::Moves);
  EXPECT_EQ(find("f::g(char*)")->effects[0].kind, Effect::Kind::Frees);
  EXPECT_TRUE(find("f::g(int)")->effects.empty());
  // The allocator is not written.
  EXPECT_TRUE(find("std::vector<int, std::allocator<int> >::vector<char const*, void>(char const*, char const*, "
                   "std::allocator<int> const&)"));
  EXPECT_FALSE(find("std::vector<int, std::allocator<int> >::vector(char const*, char const*, int)"));
  EXPECT_EQ(find("f::g(char*, int)")->effects[0].kind, Effect::Kind::Holds);
  EXPECT_EQ(find("f::g(long*)"), nullptr);
  EXPECT_TRUE(find("void std::swap<int*>(int*&, int*&)"));
}

TEST(Attributes, addToTheModel) {
  SpecStore store;
  store.addText("b.own", "family file; FILE *fopen(holds char *p); int fclose(frees(file) FILE *f);",
                Authority::Bundled);
  AttributeFacts fopen;
  fopen.function = "fopen";
  fopen.deallocators.push_back({"fclose", 1});
  fopen.file = "stdio.h";
  fopen.line = 7;
  store.addAttributes(fopen);
  const FunctionSpec *spec = store.find("fopen");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->results[0].family, "file");
  EXPECT_TRUE(spec->effectOn(0, Effect::Kind::Holds));
  EXPECT_FALSE(spec->partial);
  EXPECT_EQ(describe(spec->origins[0]), "stdio.h:7:0, attribute malloc(fclose, 1)");
}

TEST(Attributes, makeFamiliesOfTheirOwn) {
  SpecStore store;
  AttributeFacts make;
  make.function = "widget_new";
  make.paramTypes = {"const char *", "int"};
  make.returnsPointer = true;
  make.returnsNonNull = true;
  make.deallocators.push_back({"widget_free", 2});
  store.addAttributes(make);
  const FunctionSpec *spec = store.find("widget_new");
  ASSERT_TRUE(spec);
  EXPECT_TRUE(spec->partial);
  EXPECT_EQ(factsOf(store, "widget_new"), "  result   fresh memory of family widget_free, never null\n"
                                          "  effect   keeps a reference to argument 1\n");
  EXPECT_EQ(store.find("widget_free")->effectOn(1, Effect::Kind::Frees)->family, "widget_free");
  EXPECT_TRUE(store.family("widget_free"));
}

TEST(Attributes, clangOwnership) {
  SpecStore store;
  AttributeFacts release;
  release.function = "my_free";
  release.paramTypes = {"void *", "void *"};
  release.ownership.push_back({AttributeFacts::OwnershipAttribute::Kind::Takes, "malloc", {1}});
  release.ownership.push_back({AttributeFacts::OwnershipAttribute::Kind::Holds, "malloc", {2}});
  release.noReturn = true;
  store.addAttributes(release);
  EXPECT_EQ(factsOf(store, "my_free"), "  never    returns to its caller\n"
                                       "  effect   frees argument 1 of family malloc\n"
                                       "  effect   takes ownership of argument 2 of family malloc\n");
  AttributeFacts cleanup;
  cleanup.function = "scope_end";
  cleanup.isCleanup = true;
  store.addAttributes(cleanup);
  EXPECT_EQ(factsOf(store, "scope_end"), "  effect   takes ownership of *argument 1\n");
}

TEST(Show, saysWhatAndWhy) {
  SpecStore store;
  store.addText("b.own", "family malloc default;\nown char *strdup(const char *s);", Authority::Bundled);
  EXPECT_EQ(showFunction(store, "strdup").text, "strdup\n"
                                                "  own char *strdup(const char *s);\n"
                                                "  result   fresh memory of family malloc, may be null\n"
                                                "  type     (ptr0 base → ptr1 base)\n"
                                                "  from     b.own:2:11, bundled model\n");
  EXPECT_EQ(showFunction(store, "strdub").text, "strdub: nothing is known. Without a body its pointer arguments escape "
                                                "and its result owns nothing.\nKnown names near it: strdup\n");
}

} // namespace custody::specs
