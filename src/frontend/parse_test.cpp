#include "frontend/parse.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace custody::frontend {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

class Parse : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("custody-parse", folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  void write(llvm::StringRef name, llvm::StringRef text) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }

  ParseOutcome parse(llvm::StringRef name, llvm::StringRef text, std::vector<std::string> options = {}) {
    write(name, text);
    CompileCommand command{folder.str().str(), name.str(), {name.ends_with(".c") ? "gcc" : "g++"}};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.arguments.insert(command.arguments.end(), {"-c", name.str()});
    ir.clear();
    facts.clear();
    defined.clear();
    return parseUnit(command, [&](ParsedUnit &unit) {
      llvm::raw_string_ostream(ir) << unit.module;
      for (const llvm::Function &function : unit.module)
        if (!function.isDeclaration())
          defined.push_back(function.getName().str());
      for (const DeallocAttr &fact : unit.deallocAttrs)
        facts.push_back(fact.function->getNameAsString() + " " + fact.dealloc + " " + std::to_string(fact.arg));
    });
  }

  llvm::SmallString<128> folder;
  std::string ir;
  std::vector<std::string> facts;
  std::vector<std::string> defined;
};

TEST_F(Parse, GivesNamedUnoptimisedCodeWithDebugInformation) {
  const ParseOutcome outcome = parse("a.c", "#include <stdlib.h>\nint main(void) { char *text = malloc(3); { int "
                                            "inner = 1; (void)inner; } free(text); return 0; }\n");
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_THAT(ir, HasSubstr("%text = alloca ptr"));
  EXPECT_THAT(ir, HasSubstr("#dbg_declare(ptr %inner"));
  EXPECT_THAT(ir, HasSubstr("!DILexicalBlock"));
  EXPECT_THAT(ir, Not(HasSubstr("optnone")));
  EXPECT_THAT(ir, Not(HasSubstr("lifetime")));
  EXPECT_THAT(outcome.files, Contains(EndsWith("/a.c")));
  EXPECT_THAT(outcome.files, Contains(EndsWith("/stdlib.h")));
}

TEST_F(Parse, EmitsUnusedInlineMethodsOfUserClasses) {
  const ParseOutcome outcome = parse("a.cpp", "#include <string>\nclass Buffer { char *data; public:\n"
                                              "Buffer() : data(new char[64]) {}\n~Buffer() { delete[] data; }\n"
                                              "void outside(); template <class T> void generic(T t) { t.none(); } };\n"
                                              "inline void Buffer::outside() {}\n"
                                              "template <class T> struct Generic { void never() { T::none(); } };\n"
                                              "Generic<int> instance;\n");
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
  EXPECT_THAT(defined, IsSupersetOf({"_ZN6BufferC1Ev", "_ZN6BufferC2Ev", "_ZN6BufferD1Ev", "_ZN6BufferD2Ev",
                                     "_ZN6Buffer7outsideEv"}));
  EXPECT_THAT(defined, Each(HasSubstr("Buffer"))); // nothing of the system's headers
  EXPECT_TRUE(llvm::StringRef(ir).contains("!heapallocsite"));
}

TEST_F(Parse, ReportsErrorsOfBrokenCode) {
  const ParseOutcome outcome = parse("a.c", "int f(void) { return undeclared; }\n");
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.errors, HasSubstr("a.c:1:22: error: use of undeclared identifier 'undeclared'"));
  EXPECT_TRUE(ir.empty());
}

} // namespace
} // namespace custody::frontend
