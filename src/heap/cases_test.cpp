// The functions that stand behind the cases are in the comments.
#include "heap/cases.h"
#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>

using namespace custody;
using namespace custody::heap;
using testing::SizeIs;

namespace {

class CasesTest : public testing::Test {
protected:
  Case returns(const Numbers &numbers) {
    Case c;
    c.writes.push_back({{ret, Offset()}, {{}, numbers}});
    return c;
  }
  Case returnsNew() {
    Case c;
    c.writes.push_back({{ret, Offset()}, {{{site, Offset()}}, Numbers::none()}});
    c.allocated.push_back({site});
    return c;
  }
  // `*p = malloc(…)` and the result.
  Case fills(int64_t result) {
    Case c = returns(Numbers::exactly(result));
    c.writes.push_back({{object, Offset()}, {{{site, Offset()}}, Numbers::none()}});
    c.allocated.push_back({site});
    return c;
  }

  Summary summary;
  const NodeId ret = summary.add({.kind = NodeKind::Return});
  const NodeId arg = summary.add({.kind = NodeKind::Arg, .arg = 0});
  const NodeId object = summary.add({.kind = NodeKind::Input, .from = {arg, Offset()}});
  const NodeId site = summary.add({.kind = NodeKind::Site, .family = "malloc"});
};

// if (n) free(p);
TEST_F(CasesTest, FreedOnSomePathIsFreedButNotForCertain) {
  Case frees, not_;
  frees.freed.push_back({object, "malloc"});
  const Case merged = mergeCases(summary, frees, not_, {});
  ASSERT_THAT(merged.freed, SizeIs(1));
  EXPECT_EQ(merged.freed[0].node, object);
  EXPECT_FALSE(merged.freed[0].isCertain);
  EXPECT_EQ(mergeCases(summary, not_, frees, {}).freed, merged.freed);

  EXPECT_TRUE(mergeCases(summary, frees, not_, {.freeOnAnyPath = false}).freed.empty());
  EXPECT_TRUE(mergeCases(summary, frees, frees, {}).freed[0].isCertain);
}

// if (n == 0) return 0; *p = malloc(n); return 1;
TEST_F(CasesTest, AllocatingPathsAreTheSummary) {
  const Case merged = mergeCases(summary, returns(Numbers::exactly(0)), fills(1), {});
  ASSERT_TRUE(merged.result(ret));
  EXPECT_TRUE(merged.result(ret)->numbers.isExactly(1));
  EXPECT_THAT(merged.allocated, SizeIs(1));

  const Case both = mergeCases(summary, returns(Numbers::exactly(0)), fills(1), {.preferAllocatingPaths = false});
  EXPECT_EQ(both.result(ret)->numbers, Numbers::range(0, 1));
  EXPECT_THAT(both.allocated, SizeIs(1));
}

// if (n) return malloc(n); *p = malloc(1); return 0;
TEST_F(CasesTest, WhatOneOfThemMakesIsThereUnlessItsHolderIsNull) {
  const NodeId other = summary.add({.kind = NodeKind::Site, .family = "malloc", .ordinal = 1});
  Case fillsOther = returns(Numbers::exactly(0));
  fillsOther.writes.push_back({{object, Offset()}, {{{other, Offset()}}, Numbers::none()}});
  fillsOther.allocated.push_back({other});
  const Case merged = mergeCases(summary, returnsNew(), fillsOther, {});
  EXPECT_THAT(merged.allocated, testing::UnorderedElementsAre(AllocatedNode{site, true}, AllocatedNode{other, false}));
  EXPECT_FALSE(mergeCases(summary, returnsNew(), returnsNew(), {}).allocated[0].mayBeNull);
}

// p = calloc(…); if (n) p->error = 5; return p;
TEST_F(CasesTest, ClearedObjectsHoldZeroWhereOneOfThemDoesNotWrite) {
  const NodeCell error{site, Offset::at(8)}, everywhere{site, Offset::unknown()};
  const NodeValue five{{}, Numbers::exactly(5)}, zero{{}, Numbers::exactly(0)};
  Case told = returnsNew(), cleared = returnsNew();
  told.writes.push_back({error, five});
  cleared.writes.push_back({everywhere, zero});
  auto valueAt = [](const Case &c, NodeCell cell) -> const NodeValue * {
    const auto write = llvm::find_if(c.writes, [&](const Write &w) { return w.cell == cell; });
    return write == c.writes.end() ? nullptr : &write->value;
  };
  const Case either = mergeCases(summary, told, cleared, {});
  ASSERT_NE(valueAt(either, error), nullptr);
  EXPECT_EQ(valueAt(either, error)->numbers, five.numbers.join(zero.numbers));
  // Where the other does not make the object, the caller that finds one finds what the first says.
  const Case only = mergeCases(summary, told, returns(Numbers::exactly(0)), {.preferAllocatingPaths = false});
  ASSERT_NE(valueAt(only, error), nullptr);
  EXPECT_EQ(*valueAt(only, error), five);
}

// A cell that only one of them writes may hold what it held before.
TEST_F(CasesTest, UnwrittenCellsKeepTheirValue) {
  Case writes, not_;
  writes.writes.push_back({{object, Offset()}, {{{arg, Offset()}}, Numbers::none()}});
  const Case merged = mergeCases(summary, writes, not_, {});
  ASSERT_THAT(merged.writes, SizeIs(1));
  const NodeId before = summary.find({.kind = NodeKind::Input, .from = {object, Offset()}});
  ASSERT_TRUE(before);
  EXPECT_THAT(merged.writes[0].value.targets, testing::UnorderedElementsAre(NodeCell{arg, {}}, NodeCell{before, {}}));
}

TEST_F(CasesTest, MergingForgetsRequirementsAndCollectsEscapes) {
  Case a, b;
  a.requires_.push_back({{arg, Offset()}, Numbers::exactly(0)});
  a.escaped = {arg};
  b.escaped = {object};
  const Case merged = mergeCases(summary, a, b, {});
  EXPECT_TRUE(merged.requires_.empty());
  EXPECT_THAT(merged.escaped, testing::ElementsAre(arg, object));
}

TEST_F(CasesTest, ResultsThatACallerCanTellApartStayApart) {
  const std::vector<Case> merged = mergeByResult(summary, {returns(Numbers::exactly(0)), fills(1), fills(1)}, {});
  ASSERT_THAT(merged, SizeIs(2));
  EXPECT_NE(merged[0].allocated.empty(), merged[1].allocated.empty());
  EXPECT_THAT(mergeByResult(summary, {fills(1), fills(2)}, {}), SizeIs(2));
}

// free(p->name): the name is gone with what it held. p->name = realloc(p->name, n): it goes on.
TEST_F(CasesTest, AReplacedBlockIsNoEnd) {
  const NodeId name = summary.add({.kind = NodeKind::Input, .from = {object, Offset::at(8)}});
  Case frees = returns(Numbers::exactly(0));
  frees.freed = {{.node = name, .family = "malloc"}};
  Case grows = frees;
  grows.writes.push_back({{object, Offset::at(8)}, {{{site, Offset()}}, Numbers::none()}});
  grows.allocated.push_back({site});
  EXPECT_TRUE(mergeByResult(summary, {frees}, {})[0].freed[0].isEnd);
  EXPECT_FALSE(mergeByResult(summary, {grows}, {})[0].freed[0].isEnd);
}

// p = malloc(n); if (!p) return 0; return p;
TEST_F(CasesTest, FailureBesideANewObjectIsOneCase) {
  std::vector<Case> cases{returns(Numbers::exactly(0)), returnsNew()};
  foldFailures(summary, cases);
  ASSERT_THAT(cases, SizeIs(1));
  ASSERT_THAT(cases[0].allocated, SizeIs(1));
  EXPECT_TRUE(cases[0].allocated[0].mayBeNull);
}

TEST_F(CasesTest, FailureThatDidSomethingIsNotFolded) {
  Case freeing = returns(Numbers::exactly(0));
  freeing.freed.push_back({object, "malloc"});
  std::vector<Case> cases{freeing, returnsNew()};
  foldFailures(summary, cases);
  EXPECT_THAT(cases, SizeIs(2));
}

// Requirements are looked at before cases are merged: what is impossible at a call is not there any more.
TEST_F(CasesTest, FailureWithARequirementIsFolded) {
  Case required = returns(Numbers::exactly(0));
  required.requires_.push_back({{arg, Offset()}, Numbers::exactly(0)});
  std::vector<Case> cases{required, returnsNew()};
  foldFailures(summary, cases);
  EXPECT_THAT(cases, SizeIs(1));
}

} // namespace
