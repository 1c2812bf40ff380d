// Generated programs, large in one way each. What is asserted is counted work, not time: it must grow with the input,
// not with its square.
#include "program/demand.h"
#include "program/facts.h"
#include "program/schedule.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;

namespace {

TestModel modelOf(TestUnit &unit) {
  std::vector<Module> modules;
  modules.push_back(std::move(unit.module));
  return Program::link(std::move(modules));
}

// f0 calls f1 calls f2 ..., each passing its argument on; closed to a ring on demand.
TestModel chain(unsigned count, bool isRing) {
  TestUnit u("a.c");
  TypeId p = u.pointer();
  for (unsigned i = 0; i < count; ++i)
    u.declare("f" + std::to_string(i), {p}, p);
  for (unsigned i = 0; i < count; ++i) {
    Body body = u.define(FuncId(i));
    if (i + 1 < count || isRing)
      body.call(FuncId((i + 1) % count), {body.read(body.param(0))}, body.var(body.ret()));
    body.finish();
  }
  Body mainBody = u.define("main");
  VarId x = mainBody.var("x", p);
  mainBody.alloc(mainBody.var(x));
  mainBody.call(FuncId(0), {mainBody.read(x)});
  mainBody.finish();
  return modelOf(u);
}

struct Depth {
  using Key = ProgFuncId;
  using Answer = uint64_t;
  const ProgramModel &model;
  Answer answer(Key f, Ask<Depth> &ask) const {
    uint64_t depth = 0;
    for (ProgFuncId callee : model.calls.callees(f))
      depth = std::max(depth, ask(callee) + 1);
    return depth;
  }
  Answer onCycle(Key) const { return 0; }
};

TEST(Scale, ChainOf100000Functions) {
  constexpr unsigned Count = 100'000;
  auto model = chain(Count, false);
  EXPECT_EQ(model->calls.numComponents(), Count + 1);
  EXPECT_LT(model->pointsTo.steps(), 40u * Count);
  EXPECT_LT(model->noReturn.steps(), 10u * Count);
  Depth engine{*model};
  Demand<Depth> demand(engine);
  EXPECT_EQ(demand(only(model->program, "f0")), Count - 1);
  EXPECT_LE(demand.runs(), 2u * Count);
  unsigned components = 0;
  runBottomUp(model->calls, 1, [&](llvm::ArrayRef<ProgFuncId>) { ++components; });
  EXPECT_EQ(components, Count + 1);
}

TEST(Scale, ComponentOf3000Functions) {
  constexpr unsigned Count = 3000;
  auto model = chain(Count, true);
  EXPECT_EQ(model->calls.numComponents(), 2u);
  EXPECT_LT(model->pointsTo.steps(), 40u * Count);
  EXPECT_LT(model->noReturn.steps(), 10u * Count);
  Depth engine{*model};
  Demand<Depth> demand(engine);
  EXPECT_EQ(demand(only(model->program, "f0")), 1u); // told 0 about the next
  EXPECT_LE(demand.runs(), 3u * Count);
}

TEST(Scale, FunctionOf20000Statements) {
  constexpr unsigned Count = 20'000;
  TestUnit u("a.c");
  TypeId p = u.pointer(u.pointer());
  Body f = u.define("main");
  std::vector<VarId> vars;
  for (unsigned i = 0; i < Count / 2; ++i)
    vars.push_back(f.var("v" + std::to_string(i), p));
  // Each points to the one before, and the chain is followed back.
  for (unsigned i = 1; i < vars.size(); ++i)
    f.assign(f.var(vars[i]), f.addr(f.var(vars[i - 1])));
  VarId walk = f.var("walk", p);
  f.assign(f.var(walk), f.read(vars.back()));
  for (unsigned i = 1; i < vars.size(); ++i) {
    VarId next = f.var("w" + std::to_string(i), p);
    f.assign(f.var(next), f.load(f.deref(f.read(walk))));
    walk = next;
  }
  ExprId end = f.read(walk);
  f.finish();
  auto model = modelOf(u);
  EXPECT_LT(model->pointsTo.steps(), 40u * Count);
  EXPECT_EQ(model->pointsTo.pt(only(model->program, "main"), end).size(), 0u);
}

TEST(Scale, AddressTakenFunctions50000) {
  constexpr unsigned Count = 50'000, Sites = 50;
  TestUnit u("a.c");
  TypeId type = u.types.functionType(u.types.voidType(), {u.pointer()});
  GlobalId table = u.global("table", u.types.arrayOf(u.pointer(type), Count));
  for (unsigned i = 0; i < Count; ++i) {
    FuncId id = u.declare("f" + std::to_string(i), {u.pointer()});
    Body body = u.define(id);
    body.finish();
    u.init(table, 8 * i, InitKind::FuncAddr, id.index);
  }
  FuncId nowhere = u.declare("nowhere", {}, u.pointer(type));
  for (unsigned i = 0; i < Sites; ++i) {
    Body byFlow = u.define("flow" + std::to_string(i));
    byFlow.callThrough(byFlow.load(byFlow.index(byFlow.global(table), 8)), {byFlow.null()});
    byFlow.finish();
    Body bySignature = u.define("signature" + std::to_string(i));
    VarId p = bySignature.var("p", u.pointer(type));
    bySignature.call(nowhere, {}, bySignature.var(p));
    bySignature.callThrough(bySignature.read(p), {bySignature.null()});
    bySignature.finish();
  }
  u.define("main").finish();
  auto model = modelOf(u);
  EXPECT_LT(model->pointsTo.steps(), uint64_t(Count) * Sites * 4);
  EXPECT_LT(model->calls.numEdges(), 3u * Count);
  ProgFuncId caller = only(model->program, "signature3");
  auto calls = model->calls.callsAt(caller, StmtId(1));
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls.front().kind, CallKind::Signature);
  EXPECT_EQ(model->calls.targets(calls.front().targets).size(), Count);
}

// Tables of many types are handed to unknown code, and pointers from there are used in many places. What a pointer may
// be is then nearly everything, at nearly every access.
TEST(Scale, AccessesToEscapedMemoryOfManyTypes) {
  constexpr unsigned Types = 300, Uses = 20;
  TestUnit u("a.c");
  u.define("main").finish();
  TypeId fn = u.pointer(u.types.functionType(u.types.voidType(), {}));
  FuncId give = u.declare("give", {u.pointer()}), take = u.declare("take", {}, u.pointer());
  StmtId lastCall;
  for (unsigned i = 0; i < Types; ++i) {
    std::string n = std::to_string(i);
    FuncId leaf = u.declare("leaf" + n);
    u.define(leaf).finish();
    RecordId record = u.record("ops" + n, {{"next", u.pointer()}, {"data", u.pointer()}, {"run", fn}});
    TypeId ops = u.recordType(record);
    GlobalId table = u.global("table" + n, ops);
    u.init(table, 16, InitKind::FuncAddr, leaf.index);
    Body f = u.define("f" + n);
    VarId p = f.var("p", u.pointer(ops));
    f.call(give, {f.addr(f.global(table))});
    f.call(take, {}, f.var(p));
    f.assign(f.var(p), f.addr(f.global(table)));
    for (unsigned k = 0; k < Uses; ++k) {
      ExprId next = f.load(f.field(f.deref(f.read(p)), k % 2));
      f.assign(f.var(p), next);
      f.assign(f.field(f.deref(f.read(p)), 1), f.read(p));
    }
    lastCall = f.callThrough(f.load(f.field(f.deref(f.read(p)), 2)));
    f.finish();
  }
  auto model = modelOf(u);
  EXPECT_FALSE(model->pointsTo.isCoarse());
  EXPECT_LT(model->pointsTo.steps(), 20u * Types * Uses);
  auto calls = model->calls.callsAt(only(model->program, "f7"), lastCall);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(model->calls.targets(calls.front().targets).size(), 1u);
}

} // namespace
