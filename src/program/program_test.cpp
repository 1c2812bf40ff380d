#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;
using testing::ElementsAre;
using testing::SizeIs;

namespace {

// A call of `callee` in a function `caller`.
FuncId addCaller(TestUnit &unit, llvm::StringRef caller, llvm::StringRef callee) {
  FuncId target = unit.declare(callee);
  Body body = unit.define(caller);
  body.call(target);
  body.finish();
  return target;
}

ModuleId moduleNamed(const Program &program, llvm::StringRef name) {
  for (uint32_t m = 0; m < program.modules().size(); ++m)
    if (program.modules()[m].name == name)
      return ModuleId(m);
  return {};
}

llvm::StringRef moduleOf(const Program &program, ProgFuncId id) {
  return program.moduleOf(id).name;
}

TEST(Link, DeclarationResolvesToDefinitionElsewhere) {
  TestUnit a("a.c"), b("b.c");
  FuncId callee = addCaller(a, "f", "g");
  b.define("g").finish();
  Program program = linkUnits(a, b);
  EXPECT_THAT(program.resolve(moduleNamed(program, "a.c"), callee), ElementsAre(only(program, "g")));
  EXPECT_TRUE(program.hasBody(only(program, "g")));
  EXPECT_EQ(program.numFunctions(), 2u);
}

TEST(Link, WhatNobodyDefinesIsOneEntity) {
  TestUnit a("a.c"), b("b.c");
  FuncId inA = addCaller(a, "f", "free");
  FuncId inB = addCaller(b, "g", "free");
  Program program = linkUnits(a, b);
  EXPECT_EQ(program.resolve(ModuleId(0), inA), program.resolve(ModuleId(1), inB));
  EXPECT_FALSE(program.hasBody(only(program, "free")));
}

TEST(Link, InternalSymbolsStayApart) {
  TestUnit a("a.c"), b("b.c");
  a.define("helper", {}, {}, Linkage::Internal).finish();
  b.define("helper", {}, {}, Linkage::Internal).finish();
  Program program = linkUnits(a, b);
  EXPECT_THAT(program.find("helper"), SizeIs(2));
}

TEST(Link, InlineCopiesAreOneAndTheOthersFreed) {
  TestUnit a("a.cpp"), b("b.cpp");
  for (TestUnit *unit : {&a, &b}) {
    Body body = unit->define("inl", {}, {}, Linkage::LinkOnce);
    body.function().loc.line = 3;
    body.finish();
  }
  Program program = linkUnits(a, b);
  ASSERT_THAT(program.find("inl"), SizeIs(1));
  EXPECT_EQ(moduleOf(program, only(program, "inl")), "a.cpp");
  EXPECT_TRUE(program.modules()[1].functions[0].blocks.empty());
}

TEST(Link, InlineFunctionsOfOneNameFromTwoPlacesStayApart) {
  TestUnit a("a.cpp"), b("b.cpp");
  a.define("inl", {}, {}, Linkage::LinkOnce).function().loc.line = 3;
  b.define("inl", {}, {}, Linkage::LinkOnce).function().loc.line = 9;
  Program program = linkUnits(a, b);
  EXPECT_THAT(program.find("inl"), SizeIs(2));
  EXPECT_THAT(program.resolve(ModuleId(1), FuncId(0)), SizeIs(1));
  EXPECT_EQ(moduleOf(program, program.resolve(ModuleId(1), FuncId(0)).front()), "b.cpp");
}

TEST(Link, StrongReplacesWeak) {
  TestUnit a("a.c"), b("b.c");
  a.define("hook", {}, {}, Linkage::Weak).finish();
  b.define("hook").finish();
  Program program = linkUnits(a, b);
  ASSERT_THAT(program.find("hook"), SizeIs(1));
  EXPECT_EQ(moduleOf(program, only(program, "hook")), "b.c");
  EXPECT_FALSE(program[only(program, "hook")].isReplaceable);
}

TEST(Link, WithSeveralProgramsTheWeakOneStaysToo) {
  TestUnit a("p/a.c"), b("q/b.c");
  a.define("main").finish();
  a.define("hook", {}, {}, Linkage::Weak).finish();
  b.define("main").finish();
  b.define("hook").finish();
  Program program = linkUnits(a, b);
  EXPECT_THAT(program.find("hook"), SizeIs(2));
  EXPECT_THAT(program.resolve(ModuleId(0), FuncId(1)), SizeIs(2));
  EXPECT_THAT(program.resolve(ModuleId(1), FuncId(1)), SizeIs(1));
}

TEST(Link, SameSymbolTwiceResolvesToOwnModuleThenDirectoryThenAll) {
  TestUnit mainA("tools/a/main.c"), usageA("tools/a/usage.c"), mainB("tools/b/main.c"), lib("lib/log.c");
  FuncId fromA = addCaller(mainA, "main", "usage");
  usageA.define("usage").finish();
  FuncId own = mainB.declare("usage");
  mainB.define(own).finish();
  Body mainBody = mainB.define("main");
  mainBody.call(own);
  mainBody.finish();
  FuncId fromLib = addCaller(lib, "log", "usage");
  Program program = linkUnits(mainA, usageA, mainB, lib);

  auto a = program.resolve(moduleNamed(program, "tools/a/main.c"), fromA);
  ASSERT_THAT(a, SizeIs(1));
  EXPECT_EQ(moduleOf(program, a.front()), "tools/a/usage.c");
  auto b = program.resolve(moduleNamed(program, "tools/b/main.c"), own);
  ASSERT_THAT(b, SizeIs(1));
  EXPECT_EQ(moduleOf(program, b.front()), "tools/b/main.c");
  EXPECT_THAT(program.resolve(moduleNamed(program, "lib/log.c"), fromLib), SizeIs(2));
  EXPECT_THAT(program.mains(), SizeIs(2));
}

TEST(Link, AliasesAreSeenThrough) {
  TestUnit a("a.c"), b("b.c");
  FuncId real = a.declare("real", {}, {}, Linkage::Internal);
  a.define(real).finish();
  FuncId alias = a.declare("alias");
  a.module.functions[alias.index].aliasOf = real;
  FuncId second = a.declare("second");
  a.module.functions[second.index].aliasOf = alias;
  FuncId used = addCaller(b, "f", "second");
  Program program = linkUnits(a, b);
  EXPECT_THAT(program.resolve(ModuleId(1), used), ElementsAre(only(program, "real")));
  EXPECT_TRUE(program.find("alias").empty());
}

TEST(Link, AliasesOfEachOtherEnd) {
  TestUnit a("a.c");
  FuncId x = a.declare("x"), y = a.declare("y");
  a.module.functions[x.index].aliasOf = y;
  a.module.functions[y.index].aliasOf = x;
  Program program = linkUnits(a);
  EXPECT_THAT(program.resolve(ModuleId(0), x), SizeIs(1));
}

TEST(Link, CommonSymbolsAreMergedIntoTheDefinition) {
  TestUnit a("a.c"), b("b.c"), c("c.c");
  a.global("verbose", a.i32(), Linkage::Common);
  b.global("verbose", b.i32(), Linkage::Common);
  c.global("verbose", c.i32());
  Program two = linkUnits(a, b);
  EXPECT_EQ(two.numGlobals(), 1u);
  Program three = linkUnits(a, b, c);
  EXPECT_EQ(three.numGlobals(), 1u);
  EXPECT_EQ(three.moduleOf(ProgGlobalId(0)).name, "c.c");
}

TEST(Link, AvailableExternallyCountsIfThereIsNothingElse) {
  TestUnit a("a.c"), b("b.c");
  a.define("f", {}, {}, Linkage::AvailableExternally).finish();
  EXPECT_TRUE(linkUnits(a).hasBody(ProgFuncId(0)));
  b.define("f").finish();
  Program program = linkUnits(a, b);
  EXPECT_EQ(moduleOf(program, only(program, "f")), "b.c");
}

TEST(Link, RecordsAreOneByNameAndLayout) {
  TestUnit a("a.c"), b("b.c"), c("c.c"), d("d.c");
  a.record("buf", {{"p", a.pointer()}, {"n", a.i32()}});
  b.record("buf", {{"p", b.pointer()}, {"n", b.i32()}});
  c.record("buf", {{"n", c.i32()}});
  Record forward;
  forward.name = d.sym("buf");
  d.module.records.push_back(forward);
  Program program = linkUnits(a, b, c, d);
  EXPECT_EQ(program.numRecords(), 2u);
  EXPECT_EQ(program.resolve(ModuleId(0), RecordId(0)), program.resolve(ModuleId(1), RecordId(0)));
  EXPECT_NE(program.resolve(ModuleId(0), RecordId(0)), program.resolve(ModuleId(2), RecordId(0)));
  EXPECT_TRUE(program.record(program.resolve(ModuleId(3), RecordId(0))).isComplete);
}

TEST(Link, TypesAreOneAcrossModules) {
  TestUnit a("a.c"), b("b.c");
  TypeId inA = a.pointer(a.recordType(a.record("node", {{"p", a.pointer()}})));
  b.i32(); // another numbering
  TypeId inB = b.types.pointerTo(b.recordType(b.record("node", {{"p", b.pointer()}})), true);
  Program program = linkUnits(a, b);
  EXPECT_EQ(program.resolve(ModuleId(0), inA), program.resolve(ModuleId(1), inB));
}

TEST(Link, OrderOfArrivalDoesNotMatterAndCopiesAreDropped) {
  TestUnit a("a.c"), b("b.c");
  addCaller(a, "f", "g");
  addCaller(b, "g", "h");
  Program one = linkUnits(a, b), two = linkUnits(b, a, b);
  ASSERT_EQ(one.numFunctions(), two.numFunctions());
  ASSERT_THAT(two.modules(), SizeIs(2));
  for (uint32_t f = 0; f < one.numFunctions(); ++f)
    EXPECT_EQ(one.linkName(ProgFuncId(f)), two.linkName(ProgFuncId(f)));
}

} // namespace
