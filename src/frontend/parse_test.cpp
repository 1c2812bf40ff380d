#include "frontend/test_folder.h"

#include <gmock/gmock.h>
#include <thread>

namespace custody::frontend {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

class Parse : public ParseFixture {};

TEST_F(Parse, GivesNamedUnoptimisedCodeWithDebugInformation) {
  const ParseOutcome outcome = parse("a.c",
                                     "#include <stdlib.h>\n"
                                     "int main(void) {\n"
                                     "  char *text = malloc(3);\n"
                                     "  { int inner = 1; (void)inner; }\n"
                                     "  free(text);\n"
                                     "  return 0;\n"
                                     "}\n",
                                     {"-O2", "-DNDEBUG"});
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(irHas("%text = alloca ptr"));
  EXPECT_TRUE(irHas("#dbg_declare(ptr %inner"));
  EXPECT_TRUE(irHas("!DILexicalBlock"));
  EXPECT_TRUE(irHas("!DILocation(line: 3, column: 16"));
  EXPECT_FALSE(irHas("optnone"));
  EXPECT_FALSE(irHas("lifetime"));
}

TEST_F(Parse, ListsTheFilesReadAbsoluteSortedOnce) {
  write("inc/a.h", "#include \"../b.h\"\n");
  write("b.h", "#ifndef B\n#define B\n#endif\n");
  write("forced.h", "");
  const ParseOutcome outcome =
      parse("a.c", "#include \"a.h\"\n#include \"./b.h\"\n#include <stdlib.h>\n", {"-Iinc", "-include", "forced.h"});
  ASSERT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_THAT(outcome.files, IsSupersetOf({path("a.c"), path("b.h"), path("inc/a.h"), path("forced.h")}));
  EXPECT_THAT(outcome.files, Contains(::testing::EndsWith("/stdlib.h")));
  EXPECT_THAT(outcome.files, Each(::testing::StartsWith("/")));
  EXPECT_TRUE(llvm::is_sorted(outcome.files));
  EXPECT_EQ(std::adjacent_find(outcome.files.begin(), outcome.files.end()), outcome.files.end());
}

TEST_F(Parse, NeitherFortifiesNorOptimises) {
  const ParseOutcome outcome = parse("a.c",
                                     "#ifdef __OPTIMIZE__\n#error optimised\n#endif\n#include <string.h>\n"
                                     "void f(char *a) { char b[4]; strcpy(b, a); }\n",
                                     {"-O3", "-D_FORTIFY_SOURCE=3", "-fsanitize=address", "-fprofile-arcs", "-flto"});
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_TRUE(irHas("@strcpy("));
  EXPECT_FALSE(irHas("strcpy_chk"));
  EXPECT_FALSE(irHas("sanitize_address"));
}

TEST_F(Parse, EmitsUnusedInlineMethodsOfUserClasses) {
  const ParseOutcome outcome = parse("a.cpp",
                                     "#include <string>\n"
                                     "class Buffer { char *data; public:\n"
                                     "  Buffer() : data(new char[64]) {}\n"
                                     "  ~Buffer() { delete[] data; }\n"
                                     "  void outside();\n"
                                     "  template <class T> void generic(T t) { t.none(); }\n"
                                     "  consteval int constant() { return 1; }\n"
                                     "  void removed() = delete;\n"
                                     "};\n"
                                     "inline void Buffer::outside() {}\n"
                                     "template <class T> struct Generic { void never() { T::none(); } };\n"
                                     "Generic<int> instance;\n",
                                     {"-std=c++20"});
  ASSERT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_THAT(defined, ::testing::UnorderedElementsAre("_ZN6BufferC1Ev", "_ZN6BufferC2Ev", "_ZN6BufferD1Ev",
                                                       "_ZN6BufferD2Ev", "_ZN6Buffer7outsideEv"));
  EXPECT_TRUE(irHas("!heapallocsite"));
}

TEST_F(Parse, EmitsMethodsOfLocalNestedAndAbstractClasses) {
  const ParseOutcome outcome =
      parse("a.cpp", "struct Outer { struct Inner { void in() {} }; virtual void pure() = 0; virtual ~Outer() {} };\n"
                     "void f() { struct Local { void local() {} }; }\n"
                     "namespace { struct Hidden { void hidden() {} }; }\n"
                     "template <class T> struct Of { void used() {} };\n"
                     "struct User { Of<int> of; void call() { of.used(); } };\n");
  ASSERT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_THAT(defined, IsSupersetOf({"_ZN5Outer5Inner2inEv", "_ZN5OuterD0Ev", "_ZN5OuterD2Ev",
                                     "_ZN12_GLOBAL__N_16Hidden6hiddenEv", "_ZN2OfIiE4usedEv", "_ZN4User4callEv"}));
  EXPECT_THAT(defined, Contains(HasSubstr("5Local5local")));
}

TEST_F(Parse, KeepsEachDestructorItsOwnBody) {
  const ParseOutcome outcome = parse("a.cpp", "struct A { ~A(); };\nstruct B : A { ~B(); };\nB::~B() {}\n");
  ASSERT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_THAT(defined, IsSupersetOf({"_ZN1BD1Ev", "_ZN1BD2Ev"}));
}

TEST_F(Parse, ReportsErrorsOfBrokenCode) {
  const ParseOutcome outcome = parse("a.c", "int f(void) { return undeclared; }\n#warning noise\n");
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("a.c:1:22: error: use of undeclared identifier 'undeclared'"));
  EXPECT_THAT(outcome.errors, ::testing::Not(HasSubstr("noise")));
  EXPECT_TRUE(ir.empty());
  EXPECT_THAT(outcome.files, Contains(path("a.c")));
}

TEST_F(Parse, ReportsAMissingFile) {
  const ParseOutcome outcome = parse(CompileCommand{folder.str().str(), "none.c", {"gcc", "-c", "none.c"}});
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("none.c"));
}

TEST_F(Parse, ReportsAMissingDirectory) {
  const ParseOutcome outcome = parse(CompileCommand{path("none"), "a.c", {"gcc", "-c", "a.c"}});
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("cannot enter the directory"));
}

TEST_F(Parse, TakesPathsRelativeToTheCommand) {
  write("sub/inc/x.h", "int x;\n");
  write("sub/src/a.c", "#include \"x.h\"\nint *f(void) { return &x; }\n");
  const ParseOutcome outcome = parse(CompileCommand{path("sub"), "src/a.c", {"gcc", "-Iinc", "-c", "src/a.c"}});
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
}

TEST_F(Parse, UnitsInParallelEachHaveTheirDirectory) {
  for (const int i : {0, 1, 2, 3}) {
    const std::string number = std::to_string(i);
    write("d" + number + "/x.h", "int f" + number + "(void) { return 0; }\n");
    write("d" + number + "/a.c", "#include <stdlib.h>\n#include \"x.h\"\n");
  }
  std::vector<std::string> names(4);
  std::vector<std::thread> threads;
  for (const int i : {0, 1, 2, 3})
    threads.emplace_back([&, i] {
      const CompileCommand command{path("d" + std::to_string(i)), "a.c", {"gcc", "-c", "a.c"}};
      parseUnit(command, [&](ParsedUnit &unit) {
        for (const llvm::Function &function : unit.module)
          names[i] += function.getName();
      });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(names, ::testing::ElementsAre("f0", "f1", "f2", "f3"));
}

TEST_F(Parse, ParsesASourceByTheCompilersMode) {
  write("a.c", "class C {};\n");
  EXPECT_TRUE(parse(CompileCommand{folder.str().str(), "a.c", {"g++", "-c", "a.c"}}).succeeded);
  EXPECT_FALSE(parse(CompileCommand{folder.str().str(), "a.c", {"gcc", "-c", "a.c"}}).succeeded);
  EXPECT_TRUE(parse(CompileCommand{folder.str().str(), "a.c", {"gcc", "-x", "c++", "-c", "a.c"}}).succeeded);
}

} // namespace
} // namespace custody::frontend
