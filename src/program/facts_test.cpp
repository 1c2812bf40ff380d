#include "program/facts.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;

namespace {

template <class... Units>
TestModel modelOf(Units &...units) {
  return linkUnits(units...);
}

void addMain(TestUnit &unit) {
  unit.define("main", {}, unit.i32()).finish();
}

bool noReturn(const ProgramModel &model, llvm::StringRef name) {
  return model.noReturn(only(model.program, name));
}

TEST(NoReturn, InferredFromBodies) {
  TestUnit u("a.c");
  FuncId exitId = u.declare("exit", {u.i32()});
  FuncId die = u.declare("die"), fatal = u.declare("fatal"), maybe = u.declare("maybe");
  Body d = u.define(die);
  d.call(exitId, {d.integer(1)});
  d.finish(); // a return that is never reached
  Body f = u.define(fatal);
  f.call(die);
  f.finish();
  Body m = u.define(maybe);
  m.end(TermKind::Branch, {BlockId(1), BlockId(2)}, m.expr({}));
  m.call(die);
  m.end(TermKind::Goto, {BlockId(2)});
  m.end(TermKind::Return);
  auto model = modelOf(u);
  EXPECT_TRUE(noReturn(*model, "exit"));
  EXPECT_TRUE(noReturn(*model, "die"));
  EXPECT_TRUE(noReturn(*model, "fatal"));
  EXPECT_FALSE(noReturn(*model, "maybe"));
}

TEST(NoReturn, NotOfBodiesThatMayBeReplaced) {
  TestUnit u("a.c");
  FuncId exitId = u.declare("exit", {u.i32()});
  Body weak = u.define("weak", {}, {}, Linkage::Weak);
  weak.call(exitId, {weak.integer(1)});
  weak.finish();
  EXPECT_FALSE(noReturn(*modelOf(u), "weak"));
}

TEST(NoReturn, RecursionReturnsIfOneWayDoes) {
  TestUnit u("a.c");
  FuncId a = u.declare("a"), b = u.declare("b"), loop = u.declare("loop");
  Body bodyA = u.define(a);
  bodyA.call(b);
  bodyA.finish();
  Body bodyB = u.define(b);
  bodyB.end(TermKind::Branch, {BlockId(1), BlockId(2)}, bodyB.expr({}));
  bodyB.call(a);
  bodyB.end(TermKind::Goto, {BlockId(2)});
  bodyB.end(TermKind::Return);
  Body bodyLoop = u.define(loop);
  bodyLoop.call(loop);
  bodyLoop.finish();
  auto model = modelOf(u);
  EXPECT_FALSE(noReturn(*model, "a"));
  EXPECT_FALSE(noReturn(*model, "b"));
  EXPECT_TRUE(noReturn(*model, "loop"));
}

TEST(GlobalFacts, NeverWrittenHasItsInitialValue) {
  TestUnit u("a.c");
  addMain(u);
  TypeId cmd = u.recordType(u.record("cmd", {{"name", u.pointer()}, {"flags", u.i32()}, {"count", u.i32()}}));
  GlobalId table = u.global("table", u.types.arrayOf(cmd, 2));
  FuncId run = u.declare("run");
  u.init(table, 0, InitKind::FuncAddr, run.index);
  u.init(table, 8, InitKind::Int, 0, 5, 4);
  u.init(table, 16 + 8, InitKind::Int, 0, 6, 4);
  GlobalId debug = u.global("debug", u.i32()), level = u.global("level", u.i32());
  Body f = u.define("f");
  f.assign(f.field(f.index(f.global(table), 16), 2), f.integer(1)); // table[i].count = 1
  VarId p = f.var("p", u.pointer(u.i32()));
  f.assign(f.var(p), f.addr(f.global(level)));
  f.assign(f.deref(f.read(p)), f.integer(2));
  f.finish();
  auto model = modelOf(u);
  auto id = [&](GlobalId g) { return model->program.resolve(ModuleId(0), g).front(); };
  EXPECT_TRUE(model->globals.neverWritten(id(debug)));
  ASSERT_TRUE(model->globals.constantAt(id(debug), 0, 4).has_value());
  EXPECT_EQ(model->globals.constantAt(id(debug), 0, 4)->value, 0);
  EXPECT_FALSE(model->globals.neverWritten(id(level)));
  EXPECT_FALSE(model->globals.neverWritten(id(table)));
  ASSERT_TRUE(model->globals.constantAt(id(table), 24, 4).has_value());
  EXPECT_EQ(model->globals.constantAt(id(table), 24, 4)->value, 6);
  EXPECT_FALSE(model->globals.constantAt(id(table), 12, 4).has_value());
  EXPECT_FALSE(model->globals.constantAt(id(table), 28, 4).has_value());
  EXPECT_EQ(model->globals.constantAt(id(table), 0, 8)->kind, InitKind::FuncAddr);
}

TEST(GlobalFacts, EscapedOrExportedMayChange) {
  TestUnit u("a.c");
  addMain(u);
  GlobalId given = u.global("given", u.i32()), scanned = u.global("scanned", u.i32()), kept = u.global("kept", u.i32());
  FuncId unknown = u.declare("unknown", {u.pointer()});
  FuncId scan = u.declare("sscanf", {u.pointer(), u.pointer(), u.pointer()});
  Body f = u.define("f");
  f.call(unknown, {f.addr(f.global(given))});
  f.call(scan, {f.null(), f.null(), f.addr(f.global(scanned))});
  f.finish();
  auto model = modelOf(u);
  auto id = [&](GlobalId g) { return model->program.resolve(ModuleId(0), g).front(); };
  EXPECT_FALSE(model->globals.neverWritten(id(given)));
  EXPECT_FALSE(model->globals.neverWritten(id(scanned)));
  EXPECT_TRUE(model->globals.neverWritten(id(kept)));

  TestUnit library("lib.c");
  GlobalId exported = library.global("exported", library.i32());
  GlobalId hidden = library.global("hidden", library.i32(), Linkage::Internal);
  auto open = modelOf(library);
  EXPECT_FALSE(open->globals.neverWritten(open->program.resolve(ModuleId(0), exported).front()));
  EXPECT_TRUE(open->globals.neverWritten(open->program.resolve(ModuleId(0), hidden).front()));
}

TEST(ModSets, RegionsAndParametersThroughCalls) {
  TestUnit u("a.c");
  addMain(u);
  TypeId intPtr = u.pointer(u.i32());
  GlobalId count = u.global("count", u.i32()), other = u.global("other", u.i32());
  FuncId set = u.declare("set", {intPtr, intPtr}), outer = u.declare("outer", {intPtr, intPtr});
  Body s = u.define(set);
  s.assign(s.deref(s.read(s.param(1))), s.integer(1));
  s.assign(s.global(count), s.integer(1));
  s.finish();
  Body o = u.define(outer);
  VarId alias = o.var("alias", intPtr), x = o.var("x", u.i32());
  o.assign(o.var(alias), o.read(o.param(0)));
  o.call(set, {o.addr(o.var(x)), o.read(alias)});
  o.finish();
  Body f = u.define("f");
  VarId y = f.var("y", u.i32());
  StmtId call = f.call(outer, {f.addr(f.var(y)), f.null()});
  f.finish();
  auto model = modelOf(u);
  const ModSets &mods = model->mods;
  ProgFuncId outerId = only(model->program, "outer"), fId = only(model->program, "f");
  auto region = [&](GlobalId g) -> RegionSet {
    return model->pointsTo.region(model->program.resolve(ModuleId(0), g).front(), 0);
  };
  RegionSet yRegion = model->pointsTo.region(fId, y, 0);
  EXPECT_TRUE(mods.mayWrite(outerId, region(count)));
  EXPECT_FALSE(mods.mayWrite(outerId, region(other)));
  EXPECT_TRUE(mods.mayWrite(outerId, yRegion));
  EXPECT_FALSE(mods.mayWrite(fId, yRegion)); // its own
  EXPECT_TRUE(mods.callWrites(fId, call).mayWrite(yRegion));
  EXPECT_FALSE(mods.callWrites(fId, call).mayWrite(region(other)));
  EXPECT_TRUE(mods.mayWriteParameter(outerId, 0));
  EXPECT_FALSE(mods.mayWriteParameter(outerId, 1));
  EXPECT_EQ(mods.parameters(only(model->program, "set")), 2u);
}

TEST(ModSets, LibraryFunctionsWriteWhatTheModelSays) {
  TestUnit u("a.c");
  addMain(u);
  TypeId p = u.pointer();
  FuncId fgets = u.declare("fgets", {p, u.i32(), p}, p), unknown = u.declare("unknown", {p});
  Body read = u.define("reads", {p, p});
  read.call(fgets, {read.read(read.param(0)), read.integer(3), read.read(read.param(1))});
  read.finish();
  Body call = u.define("calls", {p});
  call.call(unknown, {call.read(call.param(0))});
  call.finish();
  auto model = modelOf(u);
  EXPECT_EQ(model->mods.parameters(only(model->program, "reads")), 1u);
  EXPECT_EQ(model->mods.parameters(only(model->program, "calls")), 1u);
  EXPECT_TRUE(model->mods.mayWrite(only(model->program, "calls"), RegionId::external()));
}

TEST(Layouts, NormalisesThroughArraysAndRecords) {
  TestUnit u("a.c");
  TypeId op = u.recordType(u.record("op", {{"code", u.i32()}, {"run", u.pointer()}}));
  TypeId table = u.recordType(u.record("table", {{"n", u.i32()}, {"ops", u.types.arrayOf(op, 10)}}));
  TypeId flexible = u.recordType(u.record("flex", {{"n", u.pointer()}, {"items", u.types.arrayOf(op, 0)}}));
  Program program = linkUnits(u);
  Layouts layouts(program);
  auto type = [&](TypeId id) { return program.resolve(ModuleId(0), id); };
  uint64_t opsAt = u.module.records[1].fields[1].offsetBits / 8;
  EXPECT_EQ(layouts.normalise(type(table), opsAt + 3 * 16 + 8), int64_t(opsAt + 8));
  EXPECT_EQ(layouts.normalise(type(op), 16 + 8), 8);
  EXPECT_EQ(layouts.normalise(type(flexible), 8 + 5 * 16 + 8), 16);
  EXPECT_EQ(layouts.pointers(type(table)).size(), 1u);
}

} // namespace
