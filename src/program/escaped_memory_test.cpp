// Memory that unknown code reaches, and memory without a type: both are divided by field. And what is left of points-to
// when its budget is used up.
#include "program/facts.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

namespace {

struct Solved {
  TestModel model;
  const Program &program;
  PointsTo pointsTo;

  explicit Solved(TestUnit &unit, std::optional<uint64_t> budget = {})
      : model(linkUnits(unit)), program(model->program),
        pointsTo(PointsTo::compute(program, model->classes, model->layouts, model->library, budget)) {}

  std::vector<std::string> targets(llvm::StringRef caller, StmtId stmt, SiteKind kind = SiteKind::Indirect) const {
    std::vector<std::string> names;
    for (const ResolvedSite &site : pointsTo.sites(only(program, caller)))
      if (site.stmt == stmt && site.kind == kind)
        for (ProgFuncId target : pointsTo.targetSets()[site.targetSet])
          names.push_back(program.sourceName(target).str());
    return names;
  }

  std::vector<std::string> pt(llvm::StringRef in, ExprId value) const {
    std::vector<std::string> names;
    for (RegionId id : pointsTo.pt(only(program, in), value))
      names.push_back(pointsTo.name(id));
    return names;
  }
};

// struct ops { void (*open)(void); void (*close)(void); }, functions that fit, and somebody who gives out unknown ops.
struct Ops {
  TestUnit u{"a.c"};
  TypeId fn, ops;
  FuncId one, two, unknown;

  Ops() {
    u.define("main", {}, u.i32()).finish();
    one = leaf("one");
    two = leaf("two");
    fn = u.pointer(u.module[one].type);
    ops = u.recordType(u.record("ops", {{"open", fn}, {"close", fn}}));
    unknown = u.declare("somewhere", {}, u.pointer(ops));
  }

  FuncId leaf(llvm::StringRef name, std::vector<TypeId> params = {}) {
    FuncId id = u.declare(name, std::move(params));
    u.define(id).finish();
    return id;
  }

  // p = somewhere(), as a pointer variable of the body.
  VarId fromOutside(Body &body) {
    VarId p = body.var("p", u.pointer(ops));
    body.call(unknown, {}, body.var(p));
    return p;
  }
};

TEST(EscapedMemory, IsDividedByField) {
  Ops t;
  Body set = t.u.define("set");
  VarId p = t.fromOutside(set);
  set.assign(set.field(set.deref(set.read(p)), 0), set.funcAddr(t.one));
  set.assign(set.field(set.deref(set.read(p)), 1), set.funcAddr(t.two));
  set.finish();
  Body run = t.u.define("run");
  VarId q = t.fromOutside(run);
  StmtId open = run.callThrough(run.load(run.field(run.deref(run.read(q)), 0)));
  StmtId close = run.callThrough(run.load(run.field(run.deref(run.read(q)), 1)));
  run.finish();
  Solved s(t.u);
  EXPECT_THAT(s.targets("run", open), ElementsAre("one"));
  EXPECT_THAT(s.targets("run", close), ElementsAre("two"));
}

TEST(EscapedMemory, IncludesObjectsThatEscape) {
  Ops t;
  GlobalId table = t.u.global("table", t.ops);
  t.u.init(table, 8, InitKind::FuncAddr, t.two.index);
  FuncId give = t.u.declare("give", {t.u.pointer(t.ops)});
  Body f = t.u.define("f");
  f.call(give, {f.addr(f.global(table))});
  VarId p = t.fromOutside(f);
  StmtId close = f.callThrough(f.load(f.field(f.deref(f.read(p)), 1)));
  f.finish();
  Solved s(t.u);
  EXPECT_THAT(s.targets("f", close), ElementsAre("two"));
}

// void set(fn *slot) { *slot = one; }  set(&p->open);
TEST(EscapedMemory, FieldsAreReachedThroughTheirAddress) {
  Ops t;
  FuncId setId = t.u.declare("set", {t.u.pointer(t.fn)});
  Body set = t.u.define(setId);
  set.assign(set.deref(set.read(set.param(0))), set.funcAddr(t.one));
  set.finish();
  Body f = t.u.define("f");
  VarId p = t.fromOutside(f);
  f.call(setId, {f.addr(f.field(f.deref(f.read(p)), 0))});
  StmtId open = f.callThrough(f.load(f.field(f.deref(f.read(p)), 0)));
  f.finish();
  Solved s(t.u);
  EXPECT_THAT(s.targets("f", open), ElementsAre("one"));
}

// The function is stored as a member of a union and read as a field of the structure in the union.
TEST(EscapedMemory, MembersOfAUnionAreOne) {
  Ops t;
  RecordId record = t.u.record("either", {{"ops", t.ops}});
  Field raw;
  raw.name = t.u.sym("raw");
  raw.type = t.fn;
  t.u.module.records[record.index].fields.push_back(raw);
  t.u.module.records[record.index].kind = RecordKind::Union;
  TypeId either = t.u.recordType(record);
  FuncId get = t.u.declare("get", {}, t.u.pointer(either));
  Body f = t.u.define("f");
  VarId e = f.var("e", t.u.pointer(either));
  f.call(get, {}, f.var(e));
  f.assign(f.field(f.deref(f.read(e)), 1), f.funcAddr(t.one));
  VarId p = t.fromOutside(f);
  StmtId open = f.callThrough(f.load(f.field(f.deref(f.read(p)), 0)));
  f.finish();
  Solved s(t.u);
  EXPECT_THAT(s.targets("f", open), ElementsAre("one"));
}

// One function is known, but the pointer may be another: what it is given escapes, what it returns is external.
TEST(EscapedMemory, CallsThroughPartlyKnownPointersReachUnknownCode) {
  TestUnit u("a.c");
  u.define("main", {}, u.i32()).finish();
  TypeId p = u.pointer(u.i32());
  FuncId known = u.declare("known", {p}, p);
  u.define(known).finish();
  TypeId fn = u.pointer(u.module[known].type);
  FuncId choose = u.declare("choose", {}, fn);
  Body f = u.define("f");
  VarId callee = f.var("callee", fn), x = f.var("x", u.i32()), y = f.var("y", u.i32()), r = f.var("r", p);
  f.assign(f.var(callee), f.funcAddr(known));
  f.call(choose, {}, f.var(callee));
  StmtId call = f.callThrough(f.read(callee), {f.addr(f.var(x))}, f.var(r));
  ExprId xa = f.addr(f.var(x)), ya = f.addr(f.var(y)), rv = f.read(r);
  f.finish();
  Solved s(u);
  EXPECT_THAT(s.targets("f", call), ElementsAre("known"));
  ProgFuncId id = only(s.program, "f");
  EXPECT_TRUE(s.pointsTo.pt(id, xa).intersects(RegionId::external()));
  EXPECT_FALSE(s.pointsTo.pt(id, ya).intersects(RegionId::external()));
  EXPECT_THAT(s.pt("f", rv), ElementsAre("external"));
}

// An arena: one allocation of bytes is used as two types.
TEST(UntypedMemory, IsDividedByField) {
  TestUnit u("a.c");
  u.define("main", {}, u.i32()).finish();
  TypeId ptr = u.pointer(u.i32());
  TypeId a = u.recordType(u.record("a", {{"p", ptr}, {"q", ptr}})), b = u.recordType(u.record("b", {{"p", ptr}}));
  Body f = u.define("f");
  VarId memory = f.var("memory", u.pointer()), x = f.var("x", u.i32()), y = f.var("y", u.i32()),
        z = f.var("z", u.i32());
  f.alloc(f.var(memory));
  VarId pa = f.var("pa", u.pointer(a)), pb = f.var("pb", u.pointer(b)), copy = f.var("copy", a);
  f.assign(f.var(pa), f.read(memory));
  f.assign(f.var(pb), f.read(memory));
  f.assign(f.field(f.deref(f.read(pa)), 0), f.addr(f.var(x)));
  f.assign(f.field(f.deref(f.read(pa)), 1), f.addr(f.var(y)));
  f.assign(f.field(f.deref(f.read(pb)), 0), f.addr(f.var(z)));
  // memcpy(&copy, memory, sizeof copy), by pointers to nothing in particular
  VarId to = f.var("to", u.pointer());
  f.assign(f.var(to), f.addr(f.var(copy)));
  f.stmt(Copy{f.deref(f.read(to)), f.deref(f.read(memory)), f.integer(16)});
  ExprId p = f.load(f.field(f.deref(f.read(pa)), 0)), other = f.load(f.field(f.deref(f.read(pb)), 0)),
         copied = f.load(f.field(f.var(copy), 1));
  f.finish();
  Solved s(u);
  EXPECT_THAT(s.pt("f", p), ElementsAre("f.x"));
  EXPECT_THAT(s.pt("f", other), ElementsAre("f.z"));
  EXPECT_THAT(s.pt("f", copied), ElementsAre("f.y"));
}

// (char *)((long)p - LONG_MIN): a mark, not a distance; and nothing overflows.
TEST(UntypedMemory, PointersMarkedInHighBitsStay) {
  TestUnit u("a.c");
  u.define("main", {}, u.i32()).finish();
  TypeId wide = u.types.intType(64, true);
  Body f = u.define("f");
  VarId x = f.var("x", wide), q = f.var("q", wide);
  Expr marked;
  marked.kind = ExprKind::Binary;
  marked.op = Op::Sub;
  marked.type = wide;
  marked.a = f.addr(f.var(x));
  marked.b = f.integer(std::numeric_limits<int64_t>::min(), wide);
  ExprId value = f.expr(marked);
  f.assign(f.var(q), value);
  ExprId qv = f.read(q);
  f.finish();
  Solved s(u);
  EXPECT_THAT(s.pt("f", qv), ElementsAre("f.x"));
  EXPECT_THAT(s.pt("f", value), ElementsAre("f.x"));
}

TEST(UntypedMemory, CopiedBytesReachEscapedMemory) {
  Ops t;
  Body f = t.u.define("f");
  VarId memory = f.var("memory", t.u.pointer()), p = f.var("own", t.u.pointer(t.ops));
  f.alloc(f.var(memory));
  f.assign(f.var(p), f.read(memory));
  VarId outside = t.fromOutside(f), bytes = f.var("bytes", t.u.pointer());
  f.assign(f.var(bytes), f.read(outside));
  f.stmt(Copy{f.deref(f.read(bytes)), f.deref(f.read(memory)), f.integer(16)});
  f.assign(f.field(f.deref(f.read(p)), 0), f.funcAddr(t.one));
  StmtId open = f.callThrough(f.load(f.field(f.deref(f.read(outside)), 0)));
  ExprId bytesOfOurs = f.read(memory);
  f.finish();
  Solved s(t.u);
  EXPECT_THAT(s.targets("f", open), ElementsAre("one"));
  EXPECT_THAT(s.pt("f", bytesOfOurs), ElementsAre("heap@f:0"));
  EXPECT_FALSE(s.pointsTo.pt(only(s.program, "f"), bytesOfOurs).hasEscaped());
}

TEST(Coarse, LosesNoTargets) {
  Ops t;
  TestUnit &u = t.u;
  TypeId p = u.pointer();
  FuncId qsortId = u.declare("qsort", {p, u.i32(), u.i32(), p});
  FuncId cmp = t.leaf("cmp", {p, p});
  GlobalId table = u.global("table", t.ops);
  u.init(table, 0, InitKind::FuncAddr, t.one.index);
  Body f = u.define("f");
  VarId own = f.var("own", t.ops), v = f.var("v", p), q = f.var("q", u.pointer(t.ops));
  f.assign(f.field(f.var(own), 1), f.funcAddr(t.two));
  f.assign(f.var(q), f.addr(f.var(own)));
  f.assign(f.var(q), f.addr(f.global(table)));
  StmtId open = f.callThrough(f.load(f.field(f.deref(f.read(q)), 0)));
  StmtId close = f.callThrough(f.load(f.field(f.deref(f.read(q)), 1)));
  StmtId sort = f.call(qsortId, {f.addr(f.var(v)), f.integer(4), f.integer(8), f.funcAddr(cmp)});
  f.finish();

  Solved precise(u);
  EXPECT_FALSE(precise.pointsTo.isCoarse());
  EXPECT_THAT(precise.targets("f", open), ElementsAre("one"));
  EXPECT_THAT(precise.targets("f", close), ElementsAre("two"));
  Solved coarse(u, 0);
  EXPECT_TRUE(coarse.pointsTo.isCoarse());
  EXPECT_THAT(coarse.targets("f", open), UnorderedElementsAre("one", "two")); // of one signature
  EXPECT_THAT(coarse.targets("f", close), UnorderedElementsAre("one", "two"));
  EXPECT_THAT(coarse.targets("f", sort, SiteKind::Callback), ElementsAre("cmp"));
}

// Nothing flows to a pointer without a prototype: all functions with as many parameters.
TEST(Coarse, PointersWithoutPrototypeMatchByCount) {
  Ops t;
  TestUnit &u = t.u;
  FuncId pair = t.leaf("pair", {u.pointer(), u.i32()});
  GlobalId hooks = u.global("hooks", u.types.arrayOf(u.pointer(), 2)); // nobody reads it
  u.init(hooks, 0, InitKind::FuncAddr, pair.index);
  u.init(hooks, 8, InitKind::FuncAddr, t.one.index);
  Body f = u.define("f");
  VarId p = f.var("p", u.pointer(u.types.functionType(u.i32(), {})));
  StmtId call = f.callThrough(f.read(p), {f.null(), f.integer(1)});
  f.finish();
  EXPECT_THAT(Solved(u).targets("f", call), ElementsAre("pair"));
}

} // namespace
