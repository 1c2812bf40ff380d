// Modules made by dice go through both forms and come out the same.
#include "ir/binary.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/random_module.h"
#include "ir/stats.h"
#include "ir/verifier.h"
#include "ir/visit.h"
#include "ir/words.h"
#include "gmock/gmock.h"
#include <set>

namespace custody::ir {
namespace {

constexpr uint64_t Seeds = 400;

Module parsed(llvm::StringRef text) {
  llvm::Expected<Module> module = parse(text, "dice.ir");
  if (module)
    return std::move(*module);
  ADD_FAILURE() << llvm::toString(module.takeError());
  return {};
}

// Equal but for the numbers of strings, types, macros and expressions: as deep as one can look without them.
void expectAlike(const Module &a, const Module &b) {
  EXPECT_EQ(a.records.size(), b.records.size());
  EXPECT_EQ(a.globals.size(), b.globals.size());
  ASSERT_EQ(a.functions.size(), b.functions.size());
  for (size_t i = 0; i != a.functions.size(); ++i) {
    const Function &f = a.functions[i], &g = b.functions[i];
    EXPECT_EQ(a.text(f.linkName), b.text(g.linkName));
    EXPECT_EQ(f.isDefined, g.isDefined);
    EXPECT_EQ(f.params, g.params);
    EXPECT_EQ(f.returnVar, g.returnVar);
    ASSERT_EQ(f.vars.size(), g.vars.size());
    ASSERT_EQ(f.stmts.size(), g.stmts.size());
    ASSERT_EQ(f.blocks.size(), g.blocks.size());
    for (size_t j = 0; j != f.stmts.size(); ++j) {
      EXPECT_EQ(f.stmts[j].op.index(), g.stmts[j].op.index());
      EXPECT_EQ(f.stmts[j].loc.line, g.stmts[j].loc.line);
      EXPECT_EQ(listOf(f.stmts[j].op).count, listOf(g.stmts[j].op).count);
    }
    for (size_t j = 0; j != f.blocks.size(); ++j) {
      EXPECT_EQ(f.blocks[j].fanIn, g.blocks[j].fanIn);
      EXPECT_EQ(f.blocks[j].term.edges, g.blocks[j].term.edges);
      EXPECT_EQ(f.blocks[j].term.cases, g.blocks[j].term.cases);
    }
  }
}

TEST(RoundTrip, text) {
  for (uint64_t seed = 0; seed != Seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Module module = RandomModule(seed).make();
    std::string text = toText(module);
    Module again = parsed(text);
    EXPECT_EQ(toText(again), text);
    expectAlike(module, again);
    // From here on nothing is renumbered any more.
    EXPECT_TRUE(parsed(toText(again)) == again);
  }
}

TEST(RoundTrip, textWithStatementIds) {
  PrintOptions options;
  options.stmtIds = true;
  options.sourceNames = false;
  Module module = RandomModule(7).make();
  EXPECT_EQ(toText(parsed(toText(module, options))), toText(module));
}

TEST(RoundTrip, binary) {
  for (uint64_t seed = 0; seed != Seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Module module = RandomModule(seed).make();
    std::string bytes = serialize(module);
    llvm::Expected<Module> again = deserialize(bytes);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_TRUE(*again == module);
    EXPECT_EQ(serialize(*again), bytes);
  }
}

// The dice leave nothing out.
TEST(RoundTrip, coversEverything) {
  std::set<size_t> stmts;
  std::set<ExprKind> exprs;
  std::set<TermKind> terms;
  std::set<TypeKind> kinds;
  std::set<Op> ops;
  for (uint64_t seed = 0; seed != Seeds; ++seed) {
    Module module = RandomModule(seed).make();
    verify(module); // whatever it says
    statsOf(module);
    for (const Type &type : module.types)
      kinds.insert(type.kind);
    for (const Function &function : module.functions) {
      for (const Stmt &stmt : function.stmts)
        stmts.insert(stmt.op.index());
      for (const Expr &expr : function.exprs)
        exprs.insert(expr.kind), ops.insert(expr.op);
      for (const Block &block : function.blocks)
        terms.insert(block.term.kind);
    }
  }
  EXPECT_EQ(stmts.size(), std::variant_size_v<StmtOp>);
  EXPECT_EQ(exprs.size(), words<ExprKind>().size());
  EXPECT_EQ(terms.size(), words<TermKind>().size());
  EXPECT_EQ(kinds.size(), words<TypeKind>().size());
  EXPECT_EQ(ops.size(), words<Op>().size());
}

} // namespace
} // namespace custody::ir
