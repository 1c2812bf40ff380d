#include "program/facts.h"
#include "program/test_support.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

template <class... Units>
TestModel modelOf(Units &...units) {
  return linkUnits(units...);
}

// "kind target target, kind target" of a statement.
std::vector<std::string> callsAt(const ProgramModel &model, llvm::StringRef caller, StmtId stmt) {
  std::vector<std::string> result;
  for (const CallTargets &call : model.calls.callsAt(only(model.program, caller), stmt)) {
    std::string text = name(call.kind).str();
    for (ProgFuncId target : model.calls.targets(call.targets))
      text += " " + model.program.sourceName(target).str();
    result.push_back(text);
  }
  return result;
}

void addMain(TestUnit &unit) {
  unit.define("main", {}, unit.i32()).finish();
}

FuncId addLeaf(TestUnit &unit, llvm::StringRef name, std::vector<TypeId> params = {}, TypeId result = {}) {
  FuncId id = unit.declare(name, params, result);
  unit.define(id).finish();
  return id;
}

TEST(CallGraph, DirectCallsWithSeveralCandidates) {
  TestUnit a("x/a.c"), b("y/b.c"), c("lib/c.c");
  addLeaf(a, "usage");
  addLeaf(b, "usage");
  FuncId usage = c.declare("usage");
  Body f = c.define("f");
  StmtId call = f.call(usage);
  f.finish();
  auto model = modelOf(a, b, c);
  EXPECT_THAT(callsAt(*model, "f", call), ElementsAre("direct usage usage"));
}

TEST(CallGraph, FunctionPointersThroughVariablesFieldsAndArguments) {
  TestUnit u("a.c");
  addMain(u);
  TypeId fn = u.pointer(u.types.functionType(u.types.voidType(), {}));
  FuncId one = addLeaf(u, "one"), two = addLeaf(u, "two"), three = addLeaf(u, "three");
  addLeaf(u, "unused");
  TypeId ops = u.recordType(u.record("ops", {{"open", fn}, {"close", fn}}));
  GlobalId table = u.global("table", ops);
  u.init(table, 0, InitKind::FuncAddr, one.index);
  u.init(table, 8, InitKind::FuncAddr, two.index);

  FuncId runId = u.declare("run", {u.pointer(ops), fn});
  Body run = u.define(runId);
  StmtId open = run.callThrough(run.load(run.field(run.deref(run.read(run.param(0))), 0)));
  StmtId close = run.callThrough(run.load(run.field(run.deref(run.read(run.param(0))), 1)));
  StmtId argument = run.callThrough(run.read(run.param(1)));
  run.finish();
  Body f = u.define("f");
  f.call(runId, {f.addr(f.global(table)), f.funcAddr(three)});
  f.finish();

  auto model = modelOf(u);
  EXPECT_THAT(callsAt(*model, "run", open), ElementsAre("indirect one"));
  EXPECT_THAT(callsAt(*model, "run", close), ElementsAre("indirect two"));
  EXPECT_THAT(callsAt(*model, "run", argument), ElementsAre("indirect three"));
  EXPECT_FALSE(model->calls.callsAt(only(model->program, "run"), open).front().mayBeUnknown);
}

TEST(CallGraph, SignatureIsTheFallback) {
  TestUnit u("a.c");
  addMain(u);
  TypeId voidType = u.types.voidType();
  TypeId fn = u.pointer(u.types.functionType(voidType, {u.pointer()}));
  FuncId fits = addLeaf(u, "fits", {u.pointer()});
  FuncId otherType = addLeaf(u, "other_type", {u.i32()});
  addLeaf(u, "not_taken", {u.pointer()});
  GlobalId hooks = u.global("hooks", u.types.arrayOf(u.pointer(), 2)); // nobody reads it
  u.init(hooks, 0, InitKind::FuncAddr, fits.index);
  u.init(hooks, 8, InitKind::FuncAddr, otherType.index);
  Body f = u.define("f");
  VarId p = f.var("p", fn);
  StmtId call = f.callThrough(f.read(p), {f.null()});
  f.finish();
  auto model = modelOf(u);
  EXPECT_THAT(callsAt(*model, "f", call), ElementsAre("signature fits"));
  EXPECT_TRUE(model->calls.callsAt(only(model->program, "f"), call).front().mayBeUnknown);
}

TEST(CallGraph, SignatureByShapeIfNoTypeIsEqual) {
  TestUnit u("a.c");
  addMain(u);
  TypeId node = u.recordType(u.record("node", {{"n", u.i32()}}));
  FuncId typed = addLeaf(u, "typed", {u.pointer(node)});
  GlobalId hooks = u.global("hooks", u.pointer());
  u.init(hooks, 0, InitKind::FuncAddr, typed.index);
  Body f = u.define("f");
  VarId p = f.var("p", u.pointer(u.types.functionType(u.types.voidType(), {u.pointer()})));
  StmtId call = f.callThrough(f.read(p), {f.null()});
  f.finish();
  auto model = modelOf(u);
  EXPECT_THAT(callsAt(*model, "f", call), ElementsAre("signature typed"));
}

TEST(CallGraph, CallbacksOfKnownFunctions) {
  TestUnit u("a.c");
  addMain(u);
  TypeId p = u.pointer();
  FuncId qsortId = u.declare("qsort", {p, u.i32(), u.i32(), p});
  FuncId cmp = u.declare("cmp", {p, p}, u.i32());
  Body cmpBody = u.define(cmp);
  ExprId element = cmpBody.read(cmpBody.param(0));
  cmpBody.finish();
  TypeId action = u.recordType(u.record("sigaction", {{"sa_handler", p}, {"sa_flags", u.i32()}}));
  FuncId sigactionId = u.declare("sigaction", {u.i32(), u.pointer(action), u.pointer(action)});
  FuncId handler = addLeaf(u, "handler", {u.i32()});
  Body f = u.define("f");
  VarId v = f.var("v", u.types.arrayOf(p, 4)), act = f.var("act", action);
  StmtId sort = f.call(qsortId, {f.addr(f.var(v)), f.integer(4), f.integer(8), f.funcAddr(cmp)});
  f.assign(f.field(f.var(act), 0), f.funcAddr(handler));
  StmtId signal = f.call(sigactionId, {f.integer(1), f.addr(f.var(act)), f.null()});
  f.finish();
  auto model = modelOf(u);
  EXPECT_THAT(callsAt(*model, "f", sort), ElementsAre("direct qsort", "callback cmp"));
  EXPECT_THAT(callsAt(*model, "f", signal), ElementsAre("direct sigaction", "callback handler"));
  // The comparison gets pointers into the array.
  ProgFuncId cmpId = only(model->program, "cmp");
  RegionSet points = model->pointsTo.pt(cmpId, element);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(model->pointsTo.name(*points.begin()), "f.v");
}

TEST(CallGraph, UnknownFunctionsMayCallWhatTheyAreGiven) {
  TestUnit u("a.c");
  addMain(u);
  FuncId hook = addLeaf(u, "hook");
  TypeId fn = u.pointer(u.module[hook].type);
  FuncId add = u.declare("add_hook", {fn});
  Body f = u.define("f");
  StmtId call = f.call(add, {f.funcAddr(hook)});
  f.finish();
  auto model = modelOf(u);
  EXPECT_THAT(callsAt(*model, "f", call), ElementsAre("direct add_hook", "may-call hook"));
  EXPECT_TRUE(model->pointsTo.isEscaped(only(model->program, "hook")));
}

// Shape with two derived classes; Circle has an object.
struct Shapes {
  TestUnit u{"a.cpp"};
  RecordId shape, circle, square;
  FuncId draw, drawCircle, drawSquare;
  StmtId call;

  RecordId addClass(llvm::StringRef name, RecordId base, FuncId method, FuncId overridden) {
    RecordId id = u.record(name, {{"v", u.pointer()}});
    Record &r = u.module.records[id.index];
    if (base)
      r.bases.push_back({base, 0, false, Access::Public});
    Method m;
    m.function = method;
    m.slot = 0;
    m.isPure = !overridden;
    if (overridden)
      m.overrides.push_back(overridden);
    r.methods.push_back(m);
    u.module.functions[method.index].record = id;
    return id;
  }

  explicit Shapes(bool makeCircle) {
    addMain(u);
    TypeId p = u.pointer();
    draw = u.declare("Shape::draw", {p});
    drawCircle = addLeaf(u, "Circle::draw", {p});
    drawSquare = addLeaf(u, "Square::draw", {p});
    shape = addClass("Shape", {}, draw, {});
    circle = addClass("Circle", shape, drawCircle, draw);
    square = addClass("Square", shape, drawSquare, draw);
    Body f = u.define("f", {p});
    if (makeCircle) {
      VarId c = f.var("c", p);
      f.alloc(f.var(c), u.recordType(circle));
    }
    call = f.callVirtual(shape, draw, {f.read(f.param(0))});
    f.finish();
  }
};

TEST(CallGraph, VirtualCallsGoToClassesWithObjects) {
  Shapes shapes(true);
  auto model = modelOf(shapes.u);
  EXPECT_THAT(callsAt(*model, "f", shapes.call), ElementsAre("virtual Circle::draw"));
}

TEST(CallGraph, VirtualCallsGoToAllIfNoneHasObjects) {
  Shapes shapes(false);
  auto model = modelOf(shapes.u);
  EXPECT_THAT(callsAt(*model, "f", shapes.call), ElementsAre("virtual Circle::draw Square::draw"));
}

TEST(ClassHierarchy, SubclassesAndOverriders) {
  Shapes shapes(true);
  auto model = modelOf(shapes.u);
  const ClassHierarchy &classes = model->classes;
  auto record = [&](RecordId id) { return model->program.resolve(ModuleId(0), id); };
  EXPECT_TRUE(classes.derivesFrom(record(shapes.circle), record(shapes.shape)));
  EXPECT_FALSE(classes.derivesFrom(record(shapes.shape), record(shapes.circle)));
  EXPECT_EQ(classes.subclasses(record(shapes.shape)).size(), 3u);
  ProgFuncId draw = only(model->program, "Shape::draw");
  EXPECT_EQ(classes.finalOverrider(record(shapes.square), draw), only(model->program, "Square::draw"));
  EXPECT_FALSE(classes.finalOverrider(record(shapes.shape), draw).valid());
  EXPECT_EQ(classes.methodAt(record(shapes.circle), 0), only(model->program, "Circle::draw"));
}

TEST(CallGraph, BaseConstructorsMakeNoObjectOfTheBase) {
  TestUnit u("a.cpp");
  addMain(u);
  TypeId p = u.pointer();
  RecordId base = u.record("Base", {{"v", p}}), derived = u.record("Derived", {{"v", p}});
  u.module.records[derived.index].bases.push_back({base, 0, false, Access::Public});
  FuncId baseInit = addLeaf(u, "Base::Base", {p});
  FuncId derivedInit = u.declare("Derived::Derived", {p});
  for (auto [id, record] : {std::pair(baseInit, base), std::pair(derivedInit, derived)}) {
    u.module.functions[id.index].kind = FunctionKind::Constructor;
    u.module.functions[id.index].record = record;
  }
  Body body = u.define(derivedInit);
  body.call(baseInit, {body.read(body.param(0))});
  body.finish();
  Body f = u.define("f", {p});
  f.call(derivedInit, {f.read(f.param(0))});
  f.finish();
  auto model = modelOf(u);
  EXPECT_FALSE(model->classes[model->program.resolve(ModuleId(0), base)].isInstantiated);
  EXPECT_TRUE(model->classes[model->program.resolve(ModuleId(0), derived)].isInstantiated);
}

TEST(CallGraph, ComponentsComeBottomUp) {
  TestUnit u("a.c");
  FuncId leaf = addLeaf(u, "leaf");
  FuncId even = u.declare("even"), odd = u.declare("odd");
  Body evenBody = u.define(even);
  evenBody.call(odd);
  evenBody.finish();
  Body oddBody = u.define(odd);
  oddBody.call(even);
  oddBody.call(leaf);
  oddBody.finish();
  Body mainBody = u.define("main");
  mainBody.call(even);
  mainBody.finish();
  auto model = modelOf(u);
  const CallGraph &calls = model->calls;
  auto component = [&](llvm::StringRef name) { return calls.componentOf(only(model->program, name)); };
  EXPECT_EQ(component("even"), component("odd"));
  EXPECT_TRUE(calls.isRecursive(component("even")));
  EXPECT_FALSE(calls.isRecursive(component("leaf")));
  EXPECT_LT(component("leaf"), component("odd"));
  EXPECT_LT(component("odd"), component("main"));
  std::vector<std::string> callers;
  calls.forEachCaller(only(model->program, "even"), [&](ProgFuncId caller, const CallTargets &) {
    callers.push_back(model->program.sourceName(caller).str());
  });
  EXPECT_THAT(callers, ElementsAre("odd", "main"));
}

TEST(CallGraph, Prints) {
  TestUnit u("a.c");
  addMain(u);
  FuncId one = addLeaf(u, "one");
  Body f = u.define("f");
  f.call(one);
  f.call(u.declare("puts"));
  f.finish();
  auto model = modelOf(u);
  std::string text, dot;
  llvm::raw_string_ostream textOut(text), dotOut(dot);
  printCallGraph(textOut, model->program, model->calls, GraphFormat::Text);
  printCallGraph(dotOut, model->program, model->calls, GraphFormat::Graphviz);
  EXPECT_EQ(text, "main\none\nf\n  direct    one\n  direct    puts\nputs (no body)\n");
  EXPECT_THAT(dot, HasSubstr("n2 -> n1 [label=\"direct\"];"));
}

} // namespace
