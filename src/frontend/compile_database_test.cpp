#include "frontend/compile_database.h"

#include "frontend/test_folder.h"
#include <gmock/gmock.h>
#include <unistd.h>

namespace custody::frontend {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Database : public TestFolder {
protected:
  std::string errorOf(llvm::Expected<CompileDatabase> database) {
    EXPECT_FALSE(bool(database));
    const std::string text = database ? "" : llvm::toString(database.takeError());
    EXPECT_THAT(text, Not(HasSubstr("\n")));
    return text;
  }
  std::string errorOf(llvm::StringRef json) {
    write("compile_commands.json", json);
    return errorOf(loadDatabase(folder));
  }
  CompileDatabase load(llvm::StringRef json) {
    write("compile_commands.json", json);
    auto database = loadDatabase(folder);
    if (database)
      return std::move(*database);
    ADD_FAILURE() << llvm::toString(database.takeError());
    return {};
  }
};

TEST_F(Database, ReadsBothForms) {
  write("a.c", "");
  write("src/b.cpp", "");
  const CompileDatabase database = load(R"([
    {"directory": ".", "file": "a.c", "command": "gcc -DX=\"a b\" -DY=\\\"q\\\" -c 'a.c'"},
    {"directory": "src", "file": "b.cpp", "arguments": ["g++", "-c", "b.cpp"], "output": "b.o"}])");
  EXPECT_THAT(database.commands,
              ElementsAre(CompileCommand{folder.str().str(), "a.c", {"gcc", "-DX=a b", "-DY=\"q\"", "-c", "a.c"}},
                          CompileCommand{path("src"), "b.cpp", {"g++", "-c", "b.cpp"}}));
  EXPECT_THAT(database.notes, ElementsAre());
}

TEST_F(Database, TakesTheFileItself) {
  write("a.c", "");
  write("other.json", R"([{"directory": ".", "file": "a.c", "arguments": ["cc", "a.c"]}])");
  auto database = loadDatabase(path("other.json"));
  ASSERT_TRUE(bool(database)) << llvm::toString(database.takeError());
  EXPECT_EQ(database->commands.size(), 1U);
}

TEST_F(Database, SkipsOtherLanguagesAndCountsThem) {
  write("a.c", "");
  const CompileDatabase database = load(R"([
    {"directory": ".", "file": "a.c", "arguments": ["cc", "a.c"]},
    {"directory": ".", "file": "x.S", "arguments": ["cc", "x.S"]},
    {"directory": ".", "file": "x.s", "arguments": ["cc", "x.s"]},
    {"directory": ".", "file": "x.f90", "arguments": ["cc", "x.f90"]},
    {"directory": ".", "file": "x.h", "arguments": ["cc", "-x", "c-header", "x.h"]},
    {"directory": ".", "file": "a.c", "arguments": ["cc", "-x", "assembler-with-cpp", "a.c"]}])");
  EXPECT_EQ(database.commands.size(), 1U);
  EXPECT_THAT(database.notes, ElementsAre(AllOf(HasSubstr("5 entries"), HasSubstr("x.S"))));
}

TEST_F(Database, TakesAnyNameWithALanguage) {
  write("x.inc", "");
  write("a.C", "");
  const CompileDatabase database = load(R"([
    {"directory": ".", "file": "x.inc", "arguments": ["cc", "-xc", "x.inc"]},
    {"directory": ".", "file": "a.C", "arguments": ["cc", "a.C"]}])");
  EXPECT_EQ(database.commands.size(), 2U);
}

TEST_F(Database, KeepsDifferentOptionsAndDropsRepetitions) {
  write("a.c", "");
  const CompileDatabase database = load(R"([
    {"directory": ".", "file": "a.c", "arguments": ["cc", "-DA", "-c", "a.c"]},
    {"directory": ".", "file": "a.c", "arguments": ["cc", "-DB", "-c", "a.c"]},
    {"directory": ".", "file": "./a.c", "arguments": ["cc", "-DA", "-O2", "-Wall", "-o", "x.o", "-c", "a.c"]},
    {"directory": ".", "file": "a.c", "arguments": ["cc", "-DA", "-c", "a.c"]}])");
  EXPECT_EQ(database.commands.size(), 2U);
  EXPECT_THAT(database.notes,
              ElementsAre(HasSubstr("2 entries repeat"), HasSubstr("1 file is compiled with different options")));
}

TEST_F(Database, NamesMissingSources) {
  write("a.c", "");
  const CompileDatabase database = load(R"([
    {"directory": ".", "file": "a.c", "arguments": ["cc", "a.c"]},
    {"directory": ".", "file": "conftest.c", "arguments": ["cc", "conftest.c"]},
    {"directory": ".", "file": "conftest.c", "arguments": ["cc", "-DX", "conftest.c"]}])");
  EXPECT_EQ(database.commands.size(), 1U);
  EXPECT_THAT(database.missing, ElementsAre(path("conftest.c")));
  EXPECT_THAT(database.notes, ElementsAre(HasSubstr("1 source file does not exist")));
}

TEST_F(Database, SkipsMalformedEntries) {
  write("a.c", "");
  const CompileDatabase database = load(R"([3, {}, {"file": "a.c"}, {"file": "a.c", "command": "cc a.c"}])");
  EXPECT_EQ(database.commands.size(), 1U);
  EXPECT_THAT(database.notes, ElementsAre(HasSubstr("entry 1 is no object"), HasSubstr("entry 2 has no \"file\""),
                                          HasSubstr("entry 3 has neither")));
}

TEST_F(Database, SaysWhatIsWrong) {
  EXPECT_THAT(errorOf(loadDatabase(path("none"))), HasSubstr("does not exist"));
  EXPECT_THAT(errorOf(loadDatabase(folder)), AllOf(HasSubstr("no compile_commands.json in"), HasSubstr("custody run")));
  EXPECT_THAT(errorOf("[\n  {,}\n]"), HasSubstr("compile_commands.json:2:4: not valid JSON: "));
  EXPECT_THAT(errorOf(""), HasSubstr("not valid JSON"));
  EXPECT_THAT(errorOf("{}"), HasSubstr("not a compile database"));
  EXPECT_THAT(errorOf("[]"), AllOf(HasSubstr("is empty"), HasSubstr("make clean")));
  EXPECT_THAT(errorOf(R"([{"directory": ".", "file": "x.S", "command": "cc x.S"}])"),
              HasSubstr("names no C or C++ file"));
  EXPECT_THAT(errorOf(R"([{"directory": ".", "file": "x.c", "command": "cc x.c"}])"), HasSubstr("does not exist"));
}

TEST_F(Database, SaysWhatCannotBeRead) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root reads everything";
  write("compile_commands.json", "[]");
  ASSERT_FALSE(llvm::sys::fs::setPermissions(path("compile_commands.json"), llvm::sys::fs::no_perms));
  EXPECT_THAT(errorOf(loadDatabase(folder)), HasSubstr("cannot read"));
}

TEST_F(Database, ADirectoryInPlaceOfTheFileCannotBeRead) {
  write("compile_commands.json/x", "");
  EXPECT_THAT(errorOf(loadDatabase(folder)), HasSubstr("cannot read"));
}

TEST_F(Database, SurvivesBytesThatAreNotUtf8) {
  write("a.c", "");
  EXPECT_EQ(load("[{\"directory\": \".\", \"file\": \"a.c\", \"command\": \"cc -DX=\xe9 a.c\"}]").commands.size(), 1U);
}

TEST_F(Database, OfFiles) {
  write("a.c", "");
  write("b.cc", "");
  auto database = databaseOfFiles({"a.c", "b.cc", "none.c"}, {"-DX"}, folder);
  ASSERT_TRUE(bool(database)) << llvm::toString(database.takeError());
  EXPECT_THAT(database->commands, ElementsAre(CompileCommand{folder.str().str(), "a.c", {"cc", "-DX", "a.c"}},
                                              CompileCommand{folder.str().str(), "b.cc", {"cc", "-DX", "b.cc"}}));
  EXPECT_THAT(database->missing, ElementsAre(path("none.c")));

  auto withCompiler = databaseOfFiles({"a.c"}, {"g++", "-DX"}, folder);
  ASSERT_TRUE(bool(withCompiler)) << llvm::toString(withCompiler.takeError());
  EXPECT_EQ(withCompiler->commands.front().arguments.front(), "g++");

  EXPECT_THAT(errorOf(databaseOfFiles({"none.c"}, {}, folder)), HasSubstr("does not exist"));
  EXPECT_THAT(errorOf(databaseOfFiles({}, {}, folder)), HasSubstr("no file was named"));
  EXPECT_THAT(errorOf(databaseOfFiles({"a.txt"}, {}, folder)), HasSubstr("neither C nor C++"));
}

} // namespace
} // namespace custody::frontend
