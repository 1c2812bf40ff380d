#include "ir/parser.h"
#include "ir/stats.h"
#include "ir/test_samples.h"
#include "gmock/gmock.h"

namespace custody::ir {
namespace {

using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

Stats statsOfText(llvm::StringRef text) {
  return statsOf(llvm::cantFail(parse(text, "t.ir")));
}

TEST(Stats, countsPointerStatements) {
  Stats stats = statsOfText("function f(p: int*, n: int) {\n"
                            "  local x: int\n"
                            "bb0:\n"
                            "  begin x\n"
                            "  x = n + 1\n"     // no pointer
                            "  *p = n\n"        // through one
                            "  x = p == null\n" // one compared
                            "  x = unknown(\"vector\")\n"
                            "  unknown \"asm\" touches(p)\n"
                            "  unknown \"asm\"\n"
                            "  free malloc(p)\n"
                            "  end x\n"
                            "  end p\n"
                            "  end n\n"
                            "  return\n"
                            "}\n"
                            "function g()\n");
  EXPECT_EQ(stats.functions, 1u);
  EXPECT_EQ(stats.statements, 11u);
  EXPECT_EQ(stats.pointerStatements, 5u);
  EXPECT_EQ(stats.unknown, 3u);
  EXPECT_THAT(stats.unknownByCause, UnorderedElementsAre(Pair("asm", 2u), Pair("vector", 1u)));
}

TEST(Stats, addUp) {
  Stats one = statsOfText(CompleteSample);
  Stats two = one;
  two += one;
  EXPECT_EQ(two.statements, 2 * one.statements);
  EXPECT_EQ(two.unknownByCause.at("inline asm"), 2u);
  Stats none;
  none += one;
  EXPECT_EQ(none, one);
}

TEST(Stats, areShown) {
  Stats stats = statsOfText(CompleteSample);
  std::string text, json;
  llvm::raw_string_ostream textStream(text), jsonStream(json);
  printText(textStream, stats);
  printJson(jsonStream, stats);
  EXPECT_THAT(text, HasSubstr("not modelled                                   3\n"));
  EXPECT_THAT(text, HasSubstr("  stack-alloc                                  1\n"));
  llvm::json::Value value = llvm::cantFail(llvm::json::parse(json));
  const llvm::json::Object *object = value.getAsObject();
  ASSERT_TRUE(object);
  for (const char *key : {"functions", "statements", "pointer_statements", "unknown"})
    EXPECT_TRUE(object->getInteger(key)) << key;
  EXPECT_EQ(object->getObject("by_kind")->getInteger("va"), 4);
  EXPECT_EQ(object->getObject("unknown_by_cause")->getInteger("inline asm"), 1);
}

} // namespace
} // namespace custody::ir
