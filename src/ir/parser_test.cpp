#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/test_samples.h"
#include "ir/verifier.h"
#include "gmock/gmock.h"

namespace custody::ir {
namespace {

using testing::HasSubstr;

std::string errorOf(llvm::StringRef text) {
  llvm::Expected<Module> module = parse(text, "t.ir");
  return module ? "no error" : llvm::toString(module.takeError());
}

std::string printed(llvm::StringRef text) {
  llvm::Expected<Module> module = parse(text, "t.ir");
  return module ? toText(*module) : llvm::toString(module.takeError());
}

TEST(Parser, completeSampleIsStable) {
  EXPECT_EQ(printed(CompleteSample), CompleteSample.str());
}

TEST(Parser, sampleIsValid) {
  llvm::Expected<Module> module = parse(CompleteSample, "t.ir");
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  EXPECT_THAT(verify(*module), testing::ElementsAre());
}

// What people write is not always what the printer writes.
TEST(Parser, acceptsFreerText) {
  EXPECT_EQ(printed("function f(a: int, b: int) -> r: int { // a comment\n"
                    "bb0:\n"
                    "  0: r = a + b*2 - 0x10 == a << 1 & b ? (a) : -b   @1:2\n"
                    "  return\n"
                    "}\n"),
            "module \"\" pointer-size 8\n"
            "\n"
            "function f(a: int, b: int) -> r: int {\n"
            "bb0:\n"
            "  r = ((((a + (b * 2)) - 16) == (a << 1)) & b) ? a : -b @1:2\n"
            "  return\n"
            "}\n");
}

TEST(Parser, saysWhereAndWhat) {
  EXPECT_EQ(errorOf("modul \"a\""), "t.ir:1:1: error: expected 'module', 'file', 'type', 'startup', 'shutdown', a "
                                    "record, 'global' or 'function', found 'modul'");
  EXPECT_EQ(errorOf("function f() {\nbb0:\n  x = 3\n  return\n}\n"), "t.ir:3:3: error: there is no variable 'x'");
  EXPECT_EQ(errorOf("global g: struct node\n"), "t.ir:1:18: error: there is no record 'node'");
  EXPECT_EQ(errorOf("global g: int\nglobal g: int\n"), "t.ir:2:8: error: the name 'g' is taken");
  EXPECT_EQ(errorOf("global g: int\nfunction f() {\nbb0:\n  ::g 3\n  return\n}\n"),
            "t.ir:4:7: error: expected '=', found '3'");
  EXPECT_EQ(errorOf("function f() {\nbb0:\n  goto bb7\n}\n"), "t.ir:3:8: error: there is no block bb7");
  EXPECT_EQ(errorOf("function f() {\nbb0:\n"),
            "t.ir:3:1: error: expected a statement or terminator, found the end of the text");
}

TEST(Parser, boundsNesting) {
  std::string deep = "global g: int\nfunction f() {\nbb0:\n  ::g = " + std::string(100000, '(');
  EXPECT_THAT(errorOf(deep), HasSubstr("nested too deeply"));
  EXPECT_THAT(errorOf("global g: " + std::string("int(").append(100000, '(')), HasSubstr("error"));
  std::string params = "global g: ";
  for (int i = 0; i != 10000; ++i)
    params += "int(";
  EXPECT_THAT(errorOf(params), HasSubstr("nested too deeply"));
}

// Deeper than the parser's stack, written with abbreviations.
TEST(Parser, deepExpressionsAreAbbreviated) {
  std::string sum = "1";
  for (int i = 0; i != 5000; ++i)
    sum += " + 1";
  std::string text = "global g: int\nfunction f() {\nbb0:\n  ::g = " + sum + "\n  return\n}\n";
  std::string once = printed(text);
  EXPECT_THAT(once, HasSubstr("let #1 = "));
  EXPECT_EQ(printed(once), once);

  std::string type = "int";
  for (int i = 0; i != 5000; ++i)
    type += "*";
  once = printed("global g: " + type + "\n");
  EXPECT_THAT(once, HasSubstr("type #1 = int***"));
  EXPECT_EQ(printed(once), once);
}

TEST(Parser, deadEndsOfTheLexer) {
  EXPECT_THAT(errorOf("module \"abc"), HasSubstr("closing quote"));
  EXPECT_THAT(errorOf("module \"a\\q\""), HasSubstr("starts no escape"));
  EXPECT_THAT(errorOf("module \"a\" `"), HasSubstr("no meaning"));
  EXPECT_THAT(errorOf("global x.99999999999: int"), HasSubstr("out of range"));
  EXPECT_THAT(errorOf("global x: opaque y:99999999999999999999"), HasSubstr("expected the size of the type"));
  EXPECT_EQ(printed(""), "module \"\" pointer-size 8\n");
}

} // namespace
} // namespace custody::ir
