#include "ir/parser.h"
#include "ir/test_samples.h"
#include "ir/type_interner.h"
#include "ir/verifier.h"
#include "gmock/gmock.h"

namespace custody::ir {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Module module(llvm::StringRef text) {
  llvm::Expected<Module> result = parse(text, "t.ir");
  if (result)
    return std::move(*result);
  ADD_FAILURE() << llvm::toString(result.takeError());
  return {};
}

std::vector<std::string> faults(llvm::StringRef text) {
  return verify(module(text));
}

// The faults of a function with this body.
std::vector<std::string> faultsIn(llvm::StringRef body) {
  return faults(("function f(p: int*, c: bool) -> ret: int {\n"
                 "  local x: int\n"
                 "  local q: int*\n"
                 "  temp t: int\n"
                 "  temp e: void*\n" +
                 body +
                 "}\n"
                 "function g() -> ret: int\n"
                 "function h() noreturn\n")
                    .str());
}

// Lifetimes.

TEST(Verifier, acceptsAWholeLife) {
  EXPECT_THAT(faultsIn("bb0:\n  begin x\n  x = 1\n  t = x\n  ret = t\n  end t\n  end x\n  end p\n  end c\n  return\n"),
              IsEmpty());
}

TEST(Verifier, useBeforeBegin) {
  EXPECT_THAT(faultsIn("bb0:\n  x = 1 @3:4\n  end p\n  end c\n  return\n"),
              ElementsAre("function 'f': bb0: statement 0 (:3:4): 'x' is used where it has not begun"));
}

TEST(Verifier, useAfterEnd) {
  EXPECT_THAT(faultsIn("bb0:\n  begin x\n  end x\n  ret = x\n  end p\n  end c\n  return\n"),
              ElementsAre(HasSubstr("statement 2: 'x' is used where it has not begun")));
  EXPECT_THAT(faultsIn("bb0:\n  end p\n  ret = *p\n  end c\n  return\n"),
              ElementsAre(HasSubstr("'p' is used where it has not begun")));
}

TEST(Verifier, useWhereOnlyOnePathBegins) {
  EXPECT_THAT(faultsIn("bb0:\n  if c goto bb1 else bb2\n"
                       "bb1:\n  begin x\n  goto bb2\n"
                       "bb2:\n  ret = x\n  end x\n  end p\n  end c\n  return\n"),
              ElementsAre(HasSubstr("bb2: statement 1: 'x' is used where it may not have begun"),
                          HasSubstr("bb2: statement 2: 'x' ends where it may not have begun")));
}

TEST(Verifier, leavingWithVariables) {
  EXPECT_THAT(faultsIn("bb0:\n  begin x\n  end c\n  return\n"),
              ElementsAre("function 'f': bb0: 'p' has not ended where the function is left",
                          "function 'f': bb0: 'x' has not ended where the function is left"));
  EXPECT_THAT(faultsIn("bb0:\n  t = call g()\n  end c\n  end p\n  return\n"),
              ElementsAre(HasSubstr("'t' has not ended")));
  EXPECT_THAT(faultsIn("bb0:\n  call h() noreturn\n  unreachable\n"), IsEmpty()) << "nobody looks any more";
}

TEST(Verifier, loopsBeginAndEndEachTime) {
  llvm::StringRef good = "bb0:\n  goto bb1\n"
                         "bb1: fan-in 2\n  begin x\n  x = 1\n  end x\n  if c goto bb1 (loop-back) else bb2\n"
                         "bb2:\n  end p\n  end c\n  return\n";
  EXPECT_THAT(faultsIn(good), IsEmpty());
  EXPECT_THAT(faultsIn("bb0:\n  goto bb1\n"
                       "bb1: fan-in 2\n  begin x\n  x = 1\n  if c goto bb1 (loop-back) else bb2\n"
                       "bb2:\n  end x\n  end p\n  end c\n  return\n"),
              ElementsAre(HasSubstr("bb1: statement 0: 'x' begins while it may not have ended")));
}

TEST(Verifier, temporariesBeginWhenWritten) {
  EXPECT_THAT(faultsIn("bb0:\n  ret = t\n  t = 1\n  t = 2\n  end t\n  end p\n  end c\n  return\n"),
              ElementsAre(HasSubstr("statement 0: 't' is used where it has not begun")));
}

// On the unwind edge the call has not written its target.
TEST(Verifier, throwingCallsWriteOnlyOnTheNormalEdge) {
  EXPECT_THAT(faultsIn("bb0:\n  t = call g() throws\n  then bb1 unwind bb2\n"
                       "bb1:\n  end t\n  end p\n  end c\n  return\n"
                       "bb2:\n  end p\n  end c\n  resume\n"),
              IsEmpty());
  EXPECT_THAT(faultsIn("bb0:\n  t = call g() throws\n  then bb1 unwind bb2\n"
                       "bb1:\n  end t\n  end p\n  end c\n  return\n"
                       "bb2:\n  end t\n  end p\n  end c\n  resume\n"),
              ElementsAre(HasSubstr("bb2: statement 4: 't' ends where it has not begun")));
}

TEST(Verifier, headerVariablesNeedNoBegin) {
  EXPECT_THAT(faultsIn("bb0:\n  begin ret\n  unreachable\n"), ElementsAre(HasSubstr("begins at the entry")));
  EXPECT_THAT(faultsIn("bb0:\n  end ret\n  unreachable\n"), ElementsAre(HasSubstr("never ends")));
}

TEST(Verifier, parametersBeginBeforeAllElse) {
  EXPECT_THAT(faultsIn("bb0:\n  begin p\n  begin c\n  end c\n  end p\n  return\n"), IsEmpty());
  EXPECT_THAT(faultsIn("bb0:\n  begin p\n  begin p\n  unreachable\n"),
              ElementsAre(HasSubstr("begins while it may not have ended")));
  EXPECT_THAT(faultsIn("bb0:\n  begin x\n  begin p\n  unreachable\n"), ElementsAre(HasSubstr("before all else")));
  EXPECT_THAT(faultsIn("bb0:\n  goto bb1\nbb1:\n  begin p\n  unreachable\n"),
              ElementsAre(HasSubstr("before all else")));
  EXPECT_THAT(faultsIn("bb0:\n  begin p\n  end c\n  return\n"), ElementsAre(HasSubstr("'p' has not ended")));
}

TEST(Verifier, thereAreNoReferencesToReferences) {
  EXPECT_THAT(faults("function f(p: int&&, q: int const&&)\n"), IsEmpty());
  EXPECT_THAT(faults("function f(p: int& const&)\n"), ElementsAre(HasSubstr("a reference to a reference")));
}

// Blocks and their ends.

TEST(Verifier, throwingCallsEndTheirBlock) {
  EXPECT_THAT(faultsIn("bb0:\n  call g() throws\n  unreachable\n"), ElementsAre(HasSubstr("terminator 'invoke'")));
  EXPECT_THAT(faultsIn("bb0:\n  call h() noreturn\n  goto bb1\nbb1:\n  unreachable\n"),
              ElementsAre(HasSubstr("terminator 'unreachable'")));
  EXPECT_THAT(faultsIn("bb0:\n  call h()\n  then bb1 unwind bb1\nbb1:\n  unreachable\n"),
              ElementsAre(HasSubstr("without a call")));
  EXPECT_THAT(faultsIn("bb0:\n  unwind bb1\nbb1:\n  unreachable\n"), ElementsAre(HasSubstr("without a throw")));
  EXPECT_THAT(faultsIn("bb0:\n  throw\n  unreachable\n"), ElementsAre(HasSubstr("a throw ends its block")));
}

TEST(Verifier, edgesFitTheirTerminator) {
  EXPECT_THAT(faultsIn("bb0:\n  goto bb1 (unwind)\nbb1:\n  unreachable\n"), ElementsAre(HasSubstr("kind 'unwind'")));
  EXPECT_THAT(faultsIn("bb0:\n  call g() throws\n  then bb1 unwind bb1 (fall)\nbb1:\n  unreachable\n"),
              ElementsAre(HasSubstr("edge 1 to bb1 is of kind 'fall'")));
  EXPECT_THAT(faultsIn("bb0:\n  switch 3 { 1: bb0, 2: bb0, 1: bb0, default: bb0 }\n"),
              ElementsAre(HasSubstr("case 1 is there twice")));
}

TEST(Verifier, landingPads) {
  EXPECT_THAT(faultsIn("bb0:\n  call g() throws\n  then bb1 unwind bb1\nbb1:\n  end p\n  end c\n  return\n"),
              ElementsAre(HasSubstr("neither starts with a catch nor leads to a resume")));
  EXPECT_THAT(faultsIn("bb0:\n  goto bb1\nbb1:\n  e = catch()\n  unreachable\n"),
              ElementsAre(HasSubstr("ordinary edge leads to the catch")));
  EXPECT_THAT(faultsIn("bb0:\n  t = 1\n  e = catch()\n  unreachable\n"),
              ElementsAre(HasSubstr("not the first statement")));
}

// Expressions. The parser makes no wrong ones, so these are broken by hand.

Module sample() {
  return module("function f(p: int*) -> ret: int {\nbb0:\n  ret = *p\n  end p\n  return\n}\n");
}

TEST(Verifier, placesAndValues) {
  Module broken = sample();
  auto &assign = std::get<Assign>(broken.functions[0].stmts[0].op);
  std::swap(assign.place, assign.value);
  EXPECT_THAT(verify(broken),
              ElementsAre(HasSubstr("the target is no place"), HasSubstr("assigned value is no value")));

  broken = sample();
  for (Expr &expr : broken.functions[0].exprs)
    if (expr.kind == ExprKind::Deref)
      expr.kind = ExprKind::Load;
  EXPECT_THAT(verify(broken), testing::Contains(HasSubstr("its operand is no place")));
}

TEST(Verifier, danglingIds) {
  Module broken = sample();
  broken.functions[0].exprs[0].type = TypeId(99);
  EXPECT_THAT(verify(broken), ElementsAre("function 'f': type of an expression is out of range (99)"));
  broken = sample();
  broken.functions[0].exprs[2].a = ExprId(2);
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("operand (it comes before its user) is out of range")));
  broken = sample();
  std::get<End>(broken.functions[0].stmts[1].op).var = VarId(7);
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("variable of an end is out of range (7)")));
  broken = sample();
  broken.functions[0].blocks[0].stmtCount = 1;
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("belongs to no block")));
  broken = sample();
  broken.functions[0].exprs[0].type = TypeId();
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("has no type")));
}

// Tables.

TEST(Verifier, tablesAreCanonical) {
  Module broken = sample();
  broken.types.push_back(broken.types[0]);
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("is in the table twice")));
  broken = sample();
  Type odd;
  odd.count = 3;
  broken.types.push_back(odd);
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("has what a type of kind 'void' has not")));
  broken = sample();
  broken.functions.push_back(broken.functions[0]);
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("the link name is taken")));
}

TEST(Verifier, headers) {
  EXPECT_THAT(faults("function f() method\n"), ElementsAre("function 'f': is a method of no class"));
  EXPECT_THAT(faults("function f() defined\n"), ElementsAre("function 'f': is defined, but has no body"));
  Module broken = sample();
  broken.functions[0].vars[0].index = 3;
  EXPECT_THAT(verify(broken), ElementsAre(HasSubstr("parameters come first")));
}

TEST(Verifier, globals) {
  EXPECT_THAT(faults("global g: int = {\n  at 0 size 4: 1\n  at 2 size 4: 1\n}\n"),
              ElementsAre("global 'g': initial values overlap or are not in order at offset 2"));
}

// A function as big as generated code gets: must take no noticeable time.
TEST(Verifier, largeFunctions) {
  std::string text = "function f(c: bool) {\n";
  constexpr int Count = 3000;
  for (int i = 0; i != Count; ++i)
    text += "  local v" + std::to_string(i) + ": int\n";
  text += "bb0:\n";
  for (int i = 0; i != Count; ++i)
    text += "  begin v" + std::to_string(i) + "\n";
  text += "  goto bb1\n";
  for (int i = 0; i != Count; ++i) {
    std::string n = std::to_string(i), next = std::to_string(i + 2);
    text += "bb" + std::to_string(i + 1) + ":\n  v" + n + " = v0\n  if c goto bb" + next + " else bb1 (loop-back)\n";
  }
  text += "bb" + std::to_string(Count + 1) + ":\n";
  for (int i = 0; i != Count; ++i)
    text += "  end v" + std::to_string(i) + "\n";
  text += "  end c\n  return\n}\n";
  EXPECT_THAT(faults(text), IsEmpty());
}

TEST(Verifier, stopsAfterAHundred) {
  std::string body = "bb0:\n";
  for (int i = 0; i != 300; ++i)
    body += "  x = 1\n";
  EXPECT_EQ(faultsIn(body + "  unreachable\n").size(), 100u);
}

} // namespace
} // namespace custody::ir
