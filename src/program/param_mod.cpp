// Written parameters; mod.h has the idea.
#include "ir/visit.h"
#include "program/mod.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

using namespace ir;

namespace {

// What one function does with its parameters, apart from what its callees do.
struct ParameterUse {
  struct CallUse {
    TargetSetId targets;
    bool isUnknown;
    std::vector<uint64_t> arguments; // for each argument, the parameters it may come from
  };
  uint64_t written = 0;
  std::vector<CallUse> calls;
};

class ParameterFlow {
public:
  ParameterFlow(const Program &program, const CallGraph &graph, const LibraryModel &library, ProgFuncId id)
      : graph(graph), library(library), id(id), function(program.function(id)), masks(function.vars.size()),
        flows(function.vars.size()) {}

  ParameterUse run() {
    for (VarId param : function.params)
      masks[param.index] = uint64_t(1) << std::min(function[param].index, 63u);
    for (const Stmt &stmt : function.stmts)
      addFlow(stmt);
    propagate();
    for (uint32_t s = 0; s < function.stmts.size(); ++s)
      addWrites(StmtId(s));
    return std::move(use);
  }

private:
  template <class Visit>
  void forEachVar(ExprId expr, Visit visit) const {
    if (!expr)
      return;
    const Expr &e = function[expr];
    if (e.kind == ExprKind::Var)
      visit(e.var());
    forEachVar(e.a, visit);
    if (e.kind == ExprKind::Index)
      return; // an index is no pointer
    forEachVar(e.b, visit);
    if (e.kind != ExprKind::Select)
      return;
    forEachVar(e.c, visit);
  }

  VarId rootVar(ExprId place) const {
    while (place && isPlace(function[place].kind) && function[place].kind != ExprKind::Deref &&
           function[place].kind != ExprKind::Var)
      place = function[place].a;
    return place && function[place].kind == ExprKind::Var ? function[place].var() : VarId();
  }

  void flow(ExprId from, VarId to) {
    if (to)
      forEachVar(from, [&](VarId source) { flows[source.index].push_back(to); });
  }

  void addFlow(const Stmt &stmt) {
    std::visit(Overloaded{
                   [&](const Assign &s) { flow(s.value, rootVar(s.place)); },
                   [&](const Copy &s) { flow(s.src, rootVar(s.dst)); },
                   [&](const Realloc &s) { flow(s.old, rootVar(s.dst)); },
                   [&](const Call &s) {
                     for (ExprId argument : function.list(s.args))
                       flow(argument, rootVar(s.dst));
                   },
                   [&](const VaOp &s) { flow(s.list, rootVar(s.dst)); },
                   [&](const auto &) {},
               },
               stmt.op);
  }

  void propagate() {
    std::vector<VarId> work(function.params);
    while (!work.empty()) {
      VarId from = work.back();
      work.pop_back();
      for (VarId to : flows[from.index]) {
        uint64_t merged = masks[to.index] | masks[from.index];
        if (merged != masks[to.index]) {
          masks[to.index] = merged;
          work.push_back(to);
        }
      }
    }
  }

  uint64_t maskOf(ExprId expr) const {
    uint64_t mask = 0;
    forEachVar(expr, [&](VarId var) { mask |= masks[var.index]; });
    return mask;
  }

  void writePlace(ExprId place) {
    if (place && !rootVar(place))
      use.written |= maskOf(place);
  }

  void addWrites(StmtId stmt) {
    const StmtOp &op = function[stmt].op;
    writePlace(destination(op));
    if (const auto *unknown = std::get_if<Unknown>(&op)) {
      for (ExprId touched : function.list(unknown->touches))
        use.written |= maskOf(touched);
    } else if (const auto *va = std::get_if<VaOp>(&op)) {
      writePlace(va->list);
    } else if (const auto *call = std::get_if<Call>(&op)) {
      addCall(stmt, *call);
    }
  }

  void addCall(StmtId stmt, const Call &call) {
    std::vector<uint64_t> arguments;
    for (ExprId argument : function.list(call.args))
      arguments.push_back(maskOf(argument));
    if (llvm::all_of(arguments, [](uint64_t mask) { return mask == 0; }))
      return;
    llvm::ArrayRef<CallTargets> ways = graph.callsAt(id, stmt);
    bool hasCallback = llvm::any_of(ways, [](const CallTargets &way) { return !way.isOwnCall(); });
    for (const CallTargets &way : ways) {
      if (!way.isOwnCall())
        continue;
      llvm::ArrayRef<ProgFuncId> targets = graph.targets(way.targets);
      const LibraryEffect *effect = nullptr;
      if (targets.size() == 1)
        effect = library.find(targets.front());
      if (effect && !hasCallback)
        addEffect(*effect, arguments);
      else
        use.calls.push_back({way.targets, way.mayBeUnknown, arguments});
    }
    if (ways.empty())
      for (uint64_t mask : arguments)
        use.written |= mask;
  }

  void addEffect(const LibraryEffect &effect, llvm::ArrayRef<uint64_t> arguments) {
    for (size_t i = 0; i < arguments.size() && i < 64; ++i)
      if ((effect.writes | effect.keeps | effect.keepsHeld) >> i & 1)
        use.written |= arguments[i];
  }

  const CallGraph &graph;
  const LibraryModel &library;
  ProgFuncId id;
  const Function &function;
  std::vector<uint64_t> masks;
  std::vector<llvm::SmallVector<VarId, 2>> flows;
  ParameterUse use;
};

} // namespace

std::vector<uint64_t> computeWrittenParameters(const Program &program, const CallGraph &graph,
                                               const LibraryModel &library) {
  std::vector<uint64_t> masks(program.numFunctions()), setMasks(graph.numTargetSets());
  std::vector<ParameterUse> uses(program.numFunctions());
  std::vector<ProgFuncId> work;
  auto raise = [&](ProgFuncId id, uint64_t mask) {
    if ((masks[id.index] | mask) == masks[id.index])
      return;
    masks[id.index] |= mask;
    for (uint32_t set : graph.setsWith(id)) {
      if ((setMasks[set] | mask) == setMasks[set])
        continue;
      setMasks[set] |= mask;
      for (CallGraph::Use use : graph.usesOf(TargetSetId(set)))
        if (graph.componentOf(use.caller) == graph.componentOf(id))
          work.push_back(use.caller); // other callers come later, bottom-up
    }
  };
  auto visit = [&](ProgFuncId id) {
    uint64_t written = uses[id.index].written;
    for (const ParameterUse::CallUse &call : uses[id.index].calls)
      for (size_t i = 0; i < call.arguments.size(); ++i)
        if (call.isUnknown || setMasks[call.targets.index] >> std::min<size_t>(i, 63) & 1)
          written |= call.arguments[i];
    raise(id, written);
  };
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    if (!program.hasBody(ProgFuncId(f)))
      raise(ProgFuncId(f), ~uint64_t(0)); // unless the model speaks, where it is called
  work.clear();
  for (uint32_t c = 0; c < graph.numComponents(); ++c) {
    for (ProgFuncId id : graph.functionsOf(c)) {
      if (!program.hasBody(id))
        continue;
      uses[id.index] = ParameterFlow(program, graph, library, id).run();
      work.push_back(id);
    }
    while (!work.empty()) {
      ProgFuncId id = work.back();
      work.pop_back();
      visit(id);
    }
    for (ProgFuncId id : graph.functionsOf(c))
      uses[id.index] = {}; // done with
  }
  return masks;
}

} // namespace custody::program
