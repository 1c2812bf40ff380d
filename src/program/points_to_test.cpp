#include "program/facts.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

struct Fixture {
  TestModel model;

  template <class... Units>
  explicit Fixture(Units &...units) : model(linkUnits(units...)) {}

  ProgFuncId function(llvm::StringRef name) const { return only(model->program, name); }

  std::vector<std::string> names(const RegionSet &set) const {
    std::vector<std::string> result;
    for (RegionId id : set)
      result.push_back(model->pointsTo.name(id));
    return result;
  }
  std::vector<std::string> pt(llvm::StringRef in, ExprId value) const {
    return names(model->pointsTo.pt(function(in), value));
  }
};

// Everything is in the program: nothing comes from outside.
void addMain(TestUnit &unit, std::vector<FuncId> callees = {}) {
  Body body = unit.define("main", {}, unit.i32());
  for (FuncId callee : callees)
    body.call(callee);
  body.finish();
}

TEST(PointsTo, AddressCopyLoadStore) {
  TestUnit u("a.c");
  addMain(u);
  Body f = u.define("f");
  TypeId intPtr = u.pointer(u.i32()), intPtrPtr = u.pointer(intPtr);
  VarId x = f.var("x", u.i32()), p = f.var("p", intPtr), q = f.var("q", intPtr), pp = f.var("pp", intPtrPtr);
  f.assign(f.var(p), f.addr(f.var(x)));
  f.assign(f.var(pp), f.addr(f.var(q)));
  f.assign(f.deref(f.read(pp)), f.read(p)); // *pp = p
  ExprId qValue = f.read(q), loaded = f.load(f.deref(f.read(pp))), pValue = f.read(p);
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", pValue), ElementsAre("f.x"));
  EXPECT_THAT(t.pt("f", qValue), ElementsAre("f.x"));
  EXPECT_THAT(t.pt("f", loaded), ElementsAre("f.x"));
}

TEST(PointsTo, FieldsAreApartAndArrayElementsTogether) {
  TestUnit u("a.c");
  addMain(u);
  TypeId ptr = u.pointer(u.i32());
  RecordId pairRecord = u.record("pair", {{"a", ptr}, {"b", ptr}});
  TypeId pair = u.recordType(pairRecord);
  Body f = u.define("f");
  VarId x = f.var("x", u.i32()), y = f.var("y", u.i32()), s = f.var("s", u.types.arrayOf(pair, 10));
  f.assign(f.field(f.index(f.var(s), 16), 0), f.addr(f.var(x)));
  f.assign(f.field(f.index(f.var(s), 16), 1), f.addr(f.var(y)));
  ExprId a = f.load(f.field(f.index(f.var(s), 16), 0)), b = f.load(f.field(f.index(f.var(s), 16), 1));
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", a), ElementsAre("f.x"));
  EXPECT_THAT(t.pt("f", b), ElementsAre("f.y"));
}

TEST(PointsTo, HeapObjectsByStatement) {
  TestUnit u("a.c");
  addMain(u);
  Body f = u.define("f");
  VarId p = f.var("p", u.pointer()), q = f.var("q", u.pointer());
  f.alloc(f.var(p));
  f.alloc(f.var(q));
  ExprId pv = f.read(p), qv = f.read(q);
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", pv), ElementsAre("heap@f:0"));
  EXPECT_THAT(t.pt("f", qv), ElementsAre("heap@f:1"));
}

TEST(PointsTo, WrappersAllocateAtTheirCalls) {
  TestUnit u("a.c");
  FuncId exitId = u.declare("exit", {u.i32()});
  Body w = u.define("xmalloc", {u.i32()}, u.pointer());
  VarId m = w.var("m", u.pointer());
  w.alloc(w.var(m));
  w.assign(w.var(w.ret()), w.read(m));
  w.finish();
  FuncId wrapper(1);
  Body f = u.define("f");
  VarId p = f.var("p", u.pointer()), q = f.var("q", u.pointer());
  f.call(wrapper, {f.integer(1)}, f.var(p));
  f.call(wrapper, {f.integer(2)}, f.var(q));
  ExprId pv = f.read(p), qv = f.read(q);
  f.finish();
  addMain(u, {exitId});
  Fixture t(u);
  EXPECT_THAT(t.pt("f", pv), ElementsAre("heap@f:0"));
  EXPECT_THAT(t.pt("f", qv), ElementsAre("heap@f:1"));
}

TEST(PointsTo, ArgumentsAndResultsFlow) {
  TestUnit u("a.c");
  Body id = u.define("id", {u.pointer()}, u.pointer());
  id.assign(id.var(id.ret()), id.read(id.param(0)));
  id.finish();
  Body f = u.define("f");
  VarId x = f.var("x", u.i32()), p = f.var("p", u.pointer());
  f.call(FuncId(0), {f.addr(f.var(x))}, f.var(p));
  ExprId pv = f.read(p);
  f.finish();
  addMain(u);
  Fixture t(u);
  EXPECT_THAT(t.pt("f", pv), ElementsAre("f.x"));
}

TEST(PointsTo, StructuresAreCopiedFieldByField) {
  TestUnit u("a.c");
  addMain(u);
  TypeId ptr = u.pointer(u.i32());
  TypeId pair = u.recordType(u.record("pair", {{"a", ptr}, {"b", ptr}}));
  Body f = u.define("f");
  VarId x = f.var("x", u.i32()), y = f.var("y", u.i32()), s = f.var("s", pair), t1 = f.var("t", pair);
  f.assign(f.field(f.var(s), 0), f.addr(f.var(x)));
  f.assign(f.field(f.var(s), 1), f.addr(f.var(y)));
  f.stmt(Copy{f.var(t1), f.var(s), f.integer(16)});
  ExprId b = f.load(f.field(f.var(t1), 1));
  // memcpy through void pointers
  VarId v = f.var("v", u.pointer()), w = f.var("w", pair), o = f.var("o", u.pointer());
  f.assign(f.var(v), f.addr(f.var(s)));
  f.assign(f.var(o), f.addr(f.var(w)));
  f.stmt(Copy{f.deref(f.read(o)), f.deref(f.read(v)), f.integer(16)});
  ExprId wb = f.load(f.field(f.var(w), 1)), wa = f.load(f.field(f.var(w), 0));
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", b), ElementsAre("f.y"));
  EXPECT_THAT(t.pt("f", wb), ElementsAre("f.y"));
  EXPECT_THAT(t.pt("f", wa), ElementsAre("f.x"));
}

TEST(PointsTo, ContainerOf) {
  TestUnit u("a.c");
  addMain(u);
  TypeId node = u.recordType(u.record("node", {{"next", u.pointer()}}));
  RecordId itemRecord = u.record("item", {{"data", u.pointer()}, {"link", node}});
  TypeId item = u.recordType(itemRecord);
  Body f = u.define("f");
  VarId i = f.var("i", item), x = f.var("x", u.i32()), n = f.var("n", u.pointer(node));
  f.assign(f.field(f.var(i), 0), f.addr(f.var(x)));
  f.assign(f.var(n), f.addr(f.field(f.var(i), 1)));
  ExprId back = f.offset(f.deref(f.read(n)), -8, item);
  ExprId data = f.load(f.field(back, 0));
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", data), ElementsAre("f.x"));
}

TEST(PointsTo, UnknownFunctionsMakeArgumentsEscape) {
  TestUnit u("a.c");
  addMain(u);
  FuncId unknown = u.declare("register_thing", {u.pointer()}, u.pointer());
  FuncId known = u.declare("strlen", {u.pointer()}, u.i32());
  Body f = u.define("f");
  TypeId ptr = u.pointer(u.i32());
  VarId x = f.var("x", ptr), y = f.var("y", ptr), r = f.var("r", u.pointer());
  f.call(unknown, {f.addr(f.var(x))}, f.var(r));
  f.call(known, {f.addr(f.var(y))});
  ExprId rv = f.read(r), xv = f.read(x), yv = f.read(y), xa = f.addr(f.var(x)), ya = f.addr(f.var(y));
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", rv), ElementsAre("external"));
  EXPECT_THAT(t.pt("f", xv), ElementsAre("external"));
  EXPECT_THAT(t.pt("f", yv), IsEmpty());
  ProgFuncId id = t.function("f");
  const PointsTo &p = t.model->pointsTo;
  EXPECT_TRUE(p.pt(id, rv).intersects(p.pt(id, xa)));
  EXPECT_FALSE(p.pt(id, rv).intersects(p.pt(id, ya)));
}

TEST(PointsTo, ParametersOfALibraryComeFromOutside) {
  TestUnit u("lib.c");
  Body f = u.define("api", {u.pointer()});
  ExprId pv = f.read(f.param(0));
  f.finish();
  Body g = u.define("helper", {u.pointer()}, {}, Linkage::Internal);
  ExprId gv = g.read(g.param(0));
  g.finish();
  Body h = u.define("other");
  VarId x = h.var("x", u.i32());
  h.call(FuncId(1), {h.addr(h.var(x))});
  h.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("api", pv), ElementsAre("external"));
  EXPECT_THAT(t.pt("helper", gv), ElementsAre("other.x"));
}

TEST(PointsTo, VariableArguments) {
  TestUnit u("a.c");
  TypeId voidType = u.types.voidType();
  FuncId va = u.declare("va", {u.i32()});
  u.module.functions[va.index].type = u.types.functionType(voidType, {u.i32()}, true);
  Body f = u.define(va);
  VarId list = f.var("ap", u.types.opaqueType(u.sym("va_list"), 24)), got = f.var("got", u.pointer());
  f.stmt(VaOp{VaKind::Start, f.var(list), {}});
  f.stmt(VaOp{VaKind::Arg, f.var(list), f.var(got)});
  ExprId gv = f.read(got);
  f.finish();
  Body g = u.define("g");
  VarId x = g.var("x", u.i32());
  g.call(va, {g.integer(1), g.addr(g.var(x))});
  g.finish();
  addMain(u);
  Fixture t(u);
  EXPECT_THAT(t.pt("va", gv), ElementsAre("g.x"));
}

TEST(PointsTo, PointerThatWalksOverItselfEnds) {
  TestUnit u("a.c");
  addMain(u);
  Body f = u.define("f");
  TypeId ptr = u.pointer(u.i32());
  VarId p = f.var("p", ptr);
  f.alloc(f.var(p));
  f.assign(f.var(p), f.addr(f.offset(f.deref(f.read(p)), 8, u.i32()))); // p = (char *)p + 8
  ExprId pv = f.read(p);
  f.finish();
  Fixture t(u);
  EXPECT_THAT(t.pt("f", pv), ElementsAre("heap@f:0")); // collapsed
}

TEST(Aliasing, TypeBasedAndAddressTaken) {
  TestUnit u("lib.c");
  Body f = u.define("f", {u.pointer(u.i32())});
  TypeId ptr = u.pointer(u.i32()), longPtr = u.pointer(u.types.intType(64, true));
  VarId taken = f.var("taken", ptr), local = f.var("local", ptr), other = f.var("other", longPtr),
        any = f.var("any", u.pointer());
  f.assign(f.var(any), f.addr(f.var(taken)));
  ExprId localPlace = f.var(local), takenPlace = f.var(taken), p = f.read(local), q = f.read(other), v = f.read(any);
  StmtId store = f.assign(f.deref(f.read(f.param(0))), f.integer(1));
  f.finish();
  Fixture t(u);
  ProgFuncId id = t.function("f");

  Aliasing byType = t.model->typeAliasing();
  EXPECT_FALSE(byType.pt(id, p).intersects(byType.pt(id, q)));
  EXPECT_TRUE(byType.pt(id, p).intersects(byType.pt(id, v)));
  EXPECT_TRUE(byType.isDisjoint(id, p, byType.written(id, store))); // writes an int; p is a pointer

  Aliasing byAddress = t.model->addressTakenAliasing();
  EXPECT_FALSE(byAddress.regionsOf(id, localPlace).intersects(byAddress.written(id, store)));
  EXPECT_TRUE(byAddress.regionsOf(id, takenPlace).intersects(byAddress.written(id, store)));

  Aliasing whole = t.model->aliasing();
  EXPECT_FALSE(whole.regionsOf(id, takenPlace).intersects(whole.written(id, store)));
}

TEST(RegionSet, ExternalCoversWhatEscaped) {
  RegionId own = RegionId::of(3, false), escaped = RegionId::of(4, true);
  RegionSet set = RegionSet::from({own, escaped});
  EXPECT_TRUE(set.intersects(RegionId::external()));
  EXPECT_FALSE(RegionSet(own).intersects(RegionId::external()));
  EXPECT_TRUE(set.add(RegionId::external()));
  EXPECT_EQ(set.size(), 2u); // own and External
  EXPECT_TRUE(set.contains(escaped));
  EXPECT_FALSE(set.add(escaped));
}

} // namespace
