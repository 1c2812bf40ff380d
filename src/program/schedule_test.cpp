// The engine interface, tried with a trivial engine: how many allocations may a call of the function make, saturating.
#include "program/demand.h"
#include "program/facts.h"
#include "program/schedule.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;

namespace {

constexpr uint64_t Many = 1000; // recursion counts up to here

uint64_t ownAllocations(const Program &program, ProgFuncId id) {
  uint64_t count = 0;
  for (const Stmt &stmt : program.function(id).stmts)
    count += std::holds_alternative<Alloc>(stmt.op);
  return count;
}

// Bottom-up.
std::vector<uint64_t> countBottomUp(const ProgramModel &model, unsigned threads, uint64_t steps = 100'000) {
  SummaryTable<uint64_t> table(model.program);
  auto summarise = [&](ProgFuncId f, const SummaryTable<uint64_t> &known) {
    uint64_t sum = ownAllocations(model.program, f);
    for (const CallTargets &call : model.calls.calls(f))
      for (ProgFuncId target : model.calls.targets(call.targets))
        sum += *known.find(target);
    return std::min(sum, Many);
  };
  runBottomUp(model.calls, threads, [&](llvm::ArrayRef<ProgFuncId> component) {
    solveComponent(
        table, model.calls, component, Budget(steps), [](ProgFuncId) { return uint64_t(0); }, summarise,
        [](ProgFuncId) { return Many; });
  });
  std::vector<uint64_t> result;
  for (uint32_t f = 0; f < model.program.numFunctions(); ++f)
    result.push_back(*table.find(ProgFuncId(f)));
  return result;
}

// By demand. A function that waits for itself counts as many.
struct CountEngine {
  using Key = ProgFuncId;
  using Answer = uint64_t;
  const ProgramModel &model;

  Answer answer(Key f, Ask<CountEngine> &ask) const {
    uint64_t sum = ownAllocations(model.program, f);
    for (const CallTargets &call : model.calls.calls(f))
      for (ProgFuncId target : model.calls.targets(call.targets))
        sum += ask(target);
    return std::min(sum, Many);
  }
  Answer onCycle(Key) const { return Many; }
};

std::vector<uint64_t> countByDemand(const ProgramModel &model, unsigned threads) {
  CountEngine engine{model};
  Demand<CountEngine> demand(engine);
  std::vector<ProgFuncId> keys;
  for (uint32_t f = 0; f < model.program.numFunctions(); ++f)
    keys.push_back(ProgFuncId(f));
  return demand.all(keys, threads);
}

// A program of many small components: function i calls i/2, i/3 and, now and then, one that calls it.
TestModel tangle(unsigned count, bool withCycles) {
  TestUnit u("a.c");
  for (unsigned i = 0; i < count; ++i)
    u.declare("f" + std::to_string(i));
  for (unsigned i = 0; i < count; ++i) {
    Body body = u.define(FuncId(i));
    if (i % 3 == 0)
      body.alloc({});
    if (i > 0) {
      body.call(FuncId(i / 2));
      body.call(FuncId(i / 3));
    }
    if (withCycles && i % 17 == 5 && 2 * i + 1 < count)
      body.call(FuncId(2 * i + 1)); // which calls this one
    body.finish();
  }
  return linkUnits(u);
}

TEST(Schedule, SameResultForAnyNumberOfThreads) {
  for (bool withCycles : {false, true}) {
    auto model = tangle(500, withCycles);
    std::vector<uint64_t> one = countBottomUp(*model, 1);
    EXPECT_EQ(one, countBottomUp(*model, 2));
    EXPECT_EQ(one, countBottomUp(*model, 8));
  }
}

TEST(Schedule, BottomUpAndDemandAgreeWithoutRecursion) {
  auto model = tangle(500, false);
  EXPECT_EQ(countBottomUp(*model, 1), countByDemand(*model, 1));
}

TEST(Schedule, DemandIsTheSameForAnyNumberOfThreadsAndAnyOrder) {
  auto model = tangle(500, true);
  std::vector<uint64_t> one = countByDemand(*model, 1);
  for (unsigned round = 0; round < 5; ++round)
    EXPECT_EQ(one, countByDemand(*model, 8));
  CountEngine engine{*model};
  Demand<CountEngine> backward(engine);
  for (uint32_t f = model->program.numFunctions(); f-- > 0;)
    EXPECT_EQ(backward(ProgFuncId(f)), one[f]);
  for (uint32_t f = 0; f < model->program.numFunctions(); ++f)
    EXPECT_EQ(Demand<CountEngine>(engine)(ProgFuncId(f)), one[f]);
}

// Answers that tell every assumption apart, and questions that depend on answers.
struct MixEngine {
  using Key = ProgFuncId;
  using Answer = uint64_t;
  const ProgramModel &model;

  Answer answer(Key f, Ask<MixEngine> &ask) const {
    uint64_t mixed = f.index;
    for (ProgFuncId callee : model.calls.callees(f))
      if (mixed % 5 != 3)
        mixed = mixed * 31 + ask(callee);
    if (mixed % 7 == 2)
      mixed += ask(ProgFuncId(mixed % model.program.numFunctions()));
    return mixed % 1009;
  }
  Answer onCycle(Key f) const { return f.index + 2000; }
};

TEST(Schedule, DemandDependsOnTheQuestionAlone) {
  auto model = tangle(400, true);
  MixEngine engine{*model};
  std::vector<ProgFuncId> keys;
  for (uint32_t f = 0; f < model->program.numFunctions(); ++f)
    keys.push_back(ProgFuncId(f));
  std::vector<uint64_t> fresh;
  for (ProgFuncId key : keys)
    fresh.push_back(Demand<MixEngine>(engine)(key));
  EXPECT_EQ(Demand<MixEngine>(engine).all(keys, 1), fresh);
  for (unsigned round = 0; round < 5; ++round)
    EXPECT_EQ(Demand<MixEngine>(engine).all(keys, 8), fresh);
  Demand<MixEngine> backward(engine);
  for (uint32_t f = keys.size(); f-- > 0;)
    EXPECT_EQ(backward(keys[f]), fresh[f]);
}

TEST(Schedule, SpentBudgetGivesUpAlikeEverywhere) {
  auto model = tangle(300, true);
  std::vector<uint64_t> one = countBottomUp(*model, 1, 3);
  EXPECT_EQ(one, countBottomUp(*model, 8, 3));
  EXPECT_THAT(one, testing::Contains(Many));
}

TEST(Schedule, Budget) {
  Budget budget(3);
  EXPECT_TRUE(budget.spend(2));
  EXPECT_FALSE(budget.spend(2));
  EXPECT_EQ(budget.remaining(), 0u);
}

} // namespace
