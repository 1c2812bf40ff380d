#include "program/reference_counts.h"
#include "program/test_support.h"
#include <gtest/gtest.h>

using namespace custody::program;
using namespace custody::program::test;

namespace {

// struct data { int n; char *text; };  struct list { struct data *d; };
class CountingUnit : public TestUnit {
public:
  explicit CountingUnit(llvm::StringRef name) : TestUnit(name) {
    data = pointer(recordType(record("data", {{"n", i32()}, {"text", pointer()}})));
    list = pointer(recordType(record("list", {{"d", data}})));
  }
  TypeId data, list;
};

// A body that counts, branches and frees.
class Counting : public Body {
public:
  Counting(CountingUnit &unit, Body body) : Body(body), unit(unit) {}

  ExprId binary(Op op, ExprId a, ExprId b) {
    Expr e;
    e.kind = ExprKind::Binary;
    e.op = op;
    e.a = a;
    e.b = b;
    e.type = unit.i32();
    return expr(e);
  }
  ExprId member(ExprId pointer, unsigned index) { return field(deref(pointer), index); }
  ExprId dataOf(VarId list) { return load(member(read(list), 0)); }
  ExprId isZero(ExprId value) { return binary(Op::Eq, value, integer(0)); }
  // `--pointer->n`
  StmtId countDown(ExprId pointer, int64_t by = 1) {
    const ExprId n = member(pointer, 0);
    return assign(n, binary(Op::Sub, load(n), integer(by)));
  }
  StmtId release(ExprId pointer) { return stmt(Free{.pointer = pointer, .family = unit.sym("malloc")}); }
  // if (condition) free(pointer); return;
  void freeIf(ExprId condition, ExprId pointer) {
    const uint32_t here = function().blocks.size() - (function().blocks.empty() ? 0 : 1);
    end(TermKind::Branch, {BlockId(here + 1), BlockId(here + 2)}, condition);
    release(pointer);
    end(TermKind::Goto, {BlockId(here + 2)});
    finish();
  }

private:
  CountingUnit &unit;
};

template <class... Units>
bool isCountedDown(llvm::StringRef function, StmtId stmt, Units &...units) {
  const Program program = linkUnits(units...);
  return ReferenceCounts(program).isCountedDown(only(program, function), stmt);
}

TEST(ReferenceCountsTest, AFreeOfTheObjectDependsOnWhatIsLeft) {
  CountingUnit u("a.c");
  Counting f(u, u.define("drop", {u.data}));
  const VarId d = f.param(0);
  const StmtId down = f.countDown(f.read(d));
  f.freeIf(f.isZero(f.load(f.member(f.read(d), 0))), f.read(d));
  EXPECT_TRUE(isCountedDown("drop", down, u));
}

TEST(ReferenceCountsTest, OrOfOneOnTheWayToIt) {
  CountingUnit u("a.c");
  Counting f(u, u.define("drop", {u.list}));
  const VarId l = f.param(0);
  const StmtId down = f.countDown(f.dataOf(l));
  f.freeIf(f.isZero(f.load(f.member(f.dataOf(l), 0))), f.read(l));
  EXPECT_TRUE(isCountedDown("drop", down, u));
}

// if (--d->n == 0) free(d->text): a length.
TEST(ReferenceCountsTest, WhatHangsOnTheObjectIsNotTheObject) {
  CountingUnit u("a.c");
  Counting f(u, u.define("pop", {u.data}));
  const VarId d = f.param(0);
  const StmtId down = f.countDown(f.read(d));
  f.freeIf(f.isZero(f.load(f.member(f.read(d), 0))), f.load(f.member(f.read(d), 1)));
  EXPECT_FALSE(isCountedDown("pop", down, u));
}

TEST(ReferenceCountsTest, NorIsAnotherObject) {
  CountingUnit u("a.c");
  Counting f(u, u.define("pop", {u.data, u.data}));
  const StmtId down = f.countDown(f.read(f.param(0)));
  f.freeIf(f.isZero(f.load(f.member(f.read(f.param(0)), 0))), f.read(f.param(1)));
  EXPECT_FALSE(isCountedDown("pop", down, u));
}

TEST(ReferenceCountsTest, TheFreeHasToDepend) {
  CountingUnit u("a.c");
  Counting always(u, u.define("always", {u.data}));
  const StmtId first = always.countDown(always.read(always.param(0)));
  always.release(always.read(always.param(0)));
  always.finish();
  EXPECT_FALSE(isCountedDown("always", first, u));

  Counting other(u, u.define("other", {u.data, u.i32()}));
  const StmtId second = other.countDown(other.read(other.param(0)));
  other.freeIf(other.isZero(other.read(other.param(1))), other.read(other.param(0)));
  EXPECT_FALSE(isCountedDown("other", second, u));
}

TEST(ReferenceCountsTest, OneAtATime) {
  CountingUnit u("a.c");
  Counting f(u, u.define("halve", {u.data}));
  const StmtId down = f.countDown(f.read(f.param(0)), 2);
  f.freeIf(f.isZero(f.load(f.member(f.read(f.param(0)), 0))), f.read(f.param(0)));
  EXPECT_FALSE(isCountedDown("halve", down, u));
}

// n = d->n; left = n - 1; d->n = n - 1; if (left == 0) free(d);
TEST(ReferenceCountsTest, ThroughVariables) {
  CountingUnit u("a.c");
  Counting f(u, u.define("drop", {u.data}));
  const VarId d = f.param(0), n = f.var("n", u.i32()), left = f.var("left", u.i32()), same = f.var("same", u.data);
  f.assign(f.var(same), f.read(d));
  f.assign(f.var(n), f.load(f.member(f.read(d), 0)));
  f.assign(f.var(left), f.binary(Op::Add, f.read(n), f.integer(-1)));
  const StmtId down = f.assign(f.member(f.read(d), 0), f.binary(Op::Add, f.read(n), f.integer(-1)));
  f.freeIf(f.isZero(f.read(left)), f.read(same));
  EXPECT_TRUE(isCountedDown("drop", down, u));
}

// The example of reference_counts.h, in two files: deref() tells whether anything is left, drop() asks it and frees,
// and detach() counts down for itself.
TEST(ReferenceCountsTest, AcrossFunctionsAndFiles) {
  CountingUnit a("a.c"), b("b.c");
  Counting deref(a, a.define("deref", {a.data}, a.i32()));
  const StmtId inDeref = deref.countDown(deref.read(deref.param(0)));
  deref.assign(deref.var(deref.ret()), deref.isZero(deref.load(deref.member(deref.read(deref.param(0)), 0))));
  deref.finish();

  const FuncId declared = b.declare("deref", {b.data}, b.i32());
  Counting drop(b, b.define("drop", {b.list}));
  const VarId isLast = drop.var("isLast", b.i32());
  drop.call(declared, {drop.dataOf(drop.param(0))}, drop.var(isLast));
  drop.freeIf(drop.read(isLast), drop.dataOf(drop.param(0)));

  Counting detach(b, b.define("detach", {b.list}));
  const StmtId inDetach = detach.countDown(detach.dataOf(detach.param(0)));
  detach.finish();

  EXPECT_TRUE(isCountedDown("deref", inDeref, a, b));
  EXPECT_TRUE(isCountedDown("detach", inDetach, a, b));
  EXPECT_FALSE(isCountedDown("deref", inDeref, a)); // without drop() nobody frees
}

// if (--d->n == 0) destroy(d), and destroy() frees what it is given.
TEST(ReferenceCountsTest, FreedByAnotherFunction) {
  CountingUnit u("a.c");
  const FuncId destroyId = u.declare("destroy", {u.data});
  Counting destroy(u, u.define(destroyId));
  destroy.release(destroy.read(destroy.param(0)));
  destroy.finish();
  Counting f(u, u.define("drop", {u.data}));
  const VarId d = f.param(0);
  const StmtId down = f.countDown(f.read(d));
  f.end(TermKind::Branch, {BlockId(1), BlockId(2)}, f.isZero(f.load(f.member(f.read(d), 0))));
  f.call(destroyId, {f.read(d)});
  f.end(TermKind::Goto, {BlockId(2)});
  f.finish();
  EXPECT_TRUE(isCountedDown("drop", down, u));
}

// while (more) { --d->n; } free(d): what a loop does next time is no choice of this branch.
TEST(ReferenceCountsTest, BothOutcomesLeadToTheFree) {
  CountingUnit u("a.c");
  Counting f(u, u.define("drain", {u.data}));
  const VarId d = f.param(0);
  const StmtId down = f.countDown(f.read(d));
  f.end(TermKind::Branch, {BlockId(0), BlockId(1)}, f.isZero(f.load(f.member(f.read(d), 0))));
  f.end(TermKind::Branch, {BlockId(2), BlockId(3)}, f.isZero(f.load(f.member(f.read(d), 0))));
  f.end(TermKind::Goto, {BlockId(3)});
  f.release(f.read(d));
  f.finish();
  EXPECT_FALSE(isCountedDown("drain", down, u));
}

} // namespace
