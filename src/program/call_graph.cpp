#include "program/call_graph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>
#include <numeric>
#include <tuple>

namespace custody::program {

using namespace ir;

class CallGraphBuilder {
public:
  CallGraphBuilder(const Program &program, const ClassHierarchy &classes, const PointsTo &pointsTo)
      : program(program), classes(classes), pointsTo(pointsTo) {}

  CallGraph run() {
    for (uint32_t f = 0; f < program.numFunctions(); ++f)
      graph.singletons.push_back(ProgFuncId(f));
    for (const std::vector<ProgFuncId> &targets : pointsTo.targetSets())
      flowSets.push_back(intern(targets));
    for (uint32_t f = 0; f < program.numFunctions(); ++f) {
      graph.firstCall.push_back(graph.allCalls.size());
      if (program.hasBody(ProgFuncId(f)))
        addFunction(ProgFuncId(f));
    }
    graph.firstCall.push_back(graph.allCalls.size());
    indexCallers();
    findComponents();
    condense();
    return std::move(graph);
  }

private:
  TargetSetId intern(std::vector<ProgFuncId> targets) {
    if (targets.size() == 1)
      return TargetSetId(targets.front().index);
    auto [entry, isNew] = sets.try_emplace(std::move(targets), graph.sharedSets.size() + graph.singletons.size());
    if (isNew)
      graph.sharedSets.push_back(entry->first);
    return TargetSetId(entry->second);
  }

  void addFunction(ProgFuncId id) {
    const Function &function = program.function(id);
    size_t first = graph.allCalls.size();
    for (uint32_t s = 0; s < function.stmts.size(); ++s)
      if (const auto *call = std::get_if<Call>(&function.stmts[s].op))
        addCall(id, StmtId(s), *call);
    for (const ResolvedSite &site : pointsTo.sites(id))
      addSite(site);
    auto rank = [](const CallTargets &c) { return std::tie(c.stmt, c.kind, c.rule, c.targets); };
    std::sort(graph.allCalls.begin() + first, graph.allCalls.end(),
              [&](const CallTargets &a, const CallTargets &b) { return rank(a) < rank(b); });
  }

  void addCall(ProgFuncId caller, StmtId stmt, const Call &call) {
    if (call.calleeKind == CalleeKind::Direct && call.function) {
      llvm::ArrayRef<ProgFuncId> targets = program.resolve(caller, call.function);
      graph.allCalls.push_back({stmt, CallKind::Direct, 0, intern(targets.vec()), false});
    } else if (call.calleeKind == CalleeKind::Virtual) {
      TargetSetId set = virtualSet(caller, call);
      graph.allCalls.push_back({stmt, CallKind::Virtual, 0, set, graph.targets(set).empty()});
    }
  }

  TargetSetId virtualSet(ProgFuncId caller, const Call &call) {
    ProgRecordId record = program.resolve(caller, call.record);
    llvm::SmallVector<ProgFuncId, 1> methods;
    if (call.function)
      llvm::append_range(methods, program.resolve(caller, call.function));
    else if (ProgFuncId method = classes.methodAt(record, call.slot))
      methods.push_back(method);
    std::vector<ProgFuncId> all;
    for (ProgFuncId method : methods)
      llvm::append_range(all, overriders(record, method));
    llvm::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return intern(std::move(all));
  }

  const std::vector<ProgFuncId> &overriders(ProgRecordId record, ProgFuncId method) {
    auto [entry, isNew] = virtualTargets.try_emplace({record, method});
    if (isNew && record)
      for (const ClassHierarchy::Target &target : classes.virtualTargets(record, method))
        entry->second.push_back(target.function);
    else if (isNew)
      entry->second.push_back(method);
    return entry->second;
  }

  void addSite(const ResolvedSite &site) {
    CallKind kind = CallKind::Indirect;
    if (site.kind == SiteKind::Callback)
      kind = CallKind::Callback;
    else if (site.kind == SiteKind::MayCall)
      kind = CallKind::MayCall;
    else if (site.bySignature)
      kind = CallKind::Signature;
    TargetSetId set = flowSets[site.targetSet];
    if (kind == CallKind::MayCall && graph.targets(set).empty())
      return;
    graph.allCalls.push_back({site.stmt, kind, site.rule, set, site.mayBeUnknown});
  }

  void indexCallers() {
    std::vector<std::pair<uint32_t, uint32_t>> memberships;
    for (uint32_t f = 0; f < program.numFunctions(); ++f)
      memberships.push_back({f, f});
    for (uint32_t s = 0; s < graph.sharedSets.size(); ++s)
      for (ProgFuncId member : graph.sharedSets[s])
        memberships.push_back({member.index, program.numFunctions() + s});
    graph.setsOfFunction = FlatGraph(program.numFunctions(), memberships);

    graph.firstUse.assign(graph.numTargetSets() + 1, 0);
    for (const CallTargets &call : graph.allCalls)
      ++graph.firstUse[call.targets.index + 1];
    std::partial_sum(graph.firstUse.begin(), graph.firstUse.end(), graph.firstUse.begin());
    graph.uses.resize(graph.allCalls.size());
    std::vector<uint32_t> next(graph.firstUse.begin(), graph.firstUse.end());
    for (uint32_t f = 0; f < program.numFunctions(); ++f)
      for (uint32_t c = graph.firstCall[f]; c < graph.firstCall[f + 1]; ++c)
        graph.uses[next[graph.allCalls[c].targets.index]++] = {ProgFuncId(f), c - graph.firstCall[f]};
  }

  void findComponents() {
    for (uint32_t f = 0; f < program.numFunctions(); ++f)
      for (const CallTargets &call : graph.calls(ProgFuncId(f)))
        edges.push_back({f, graph.nodeOf(call.targets)});
    for (uint32_t s = 0; s < graph.sharedSets.size(); ++s)
      for (ProgFuncId member : graph.sharedSets[s])
        edges.push_back({program.numFunctions() + s, member.index});
    llvm::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    graph.edgeCount = edges.size();
    uint32_t numNodes = program.numFunctions() + graph.sharedSets.size();
    FlatGraph flat(numNodes, edges);
    graph.components =
        program::findComponents(numNodes, llvm::seq<uint32_t>(0, numNodes), [&](uint32_t node) { return flat[node]; });
    for (uint32_t c = 0; c < graph.components.size(); ++c) {
      graph.firstComponentFunction.push_back(graph.componentFunctions.size());
      for (uint32_t node : graph.components[c])
        if (node < program.numFunctions())
          graph.componentFunctions.push_back(ProgFuncId(node));
    }
    graph.firstComponentFunction.push_back(graph.componentFunctions.size());
  }

  void condense() {
    graph.recursive.resize(graph.components.size());
    std::vector<std::pair<uint32_t, uint32_t>> between;
    for (auto [from, to] : edges) {
      uint32_t a = graph.components.of[from], b = graph.components.of[to];
      if (a == b)
        graph.recursive[a] = true;
      else
        between.push_back({a, b});
    }
    llvm::sort(between);
    between.erase(std::unique(between.begin(), between.end()), between.end());
    graph.condensed = FlatGraph(graph.components.size(), between);
  }

  const Program &program;
  const ClassHierarchy &classes;
  const PointsTo &pointsTo;
  CallGraph graph;
  std::map<std::vector<ProgFuncId>, uint32_t> sets;
  llvm::DenseMap<std::pair<ProgRecordId, ProgFuncId>, std::vector<ProgFuncId>> virtualTargets;
  std::vector<TargetSetId> flowSets; // by PointsTo's numbers
  std::vector<std::pair<uint32_t, uint32_t>> edges;
};

CallGraph CallGraph::build(const Program &program, const ClassHierarchy &classes, const PointsTo &pointsTo) {
  CallGraph graph = CallGraphBuilder(program, classes, pointsTo).run();
  graph.coarse = pointsTo.isCoarse();
  return graph;
}

llvm::ArrayRef<CallTargets> CallGraph::calls(ProgFuncId caller) const {
  uint32_t first = firstCall[caller.index];
  return llvm::ArrayRef(allCalls).slice(first, firstCall[caller.index + 1] - first);
}

llvm::ArrayRef<CallTargets> CallGraph::callsAt(ProgFuncId caller, StmtId stmt) const {
  llvm::ArrayRef<CallTargets> all = calls(caller);
  auto first = llvm::partition_point(all, [&](const CallTargets &c) { return c.stmt < stmt; });
  auto last = std::find_if(first, all.end(), [&](const CallTargets &c) { return c.stmt != stmt; });
  return llvm::ArrayRef(first, last);
}

llvm::ArrayRef<ProgFuncId> CallGraph::targets(TargetSetId set) const {
  if (set.index < singletons.size())
    return llvm::ArrayRef(singletons).slice(set.index, 1);
  return sharedSets[set.index - singletons.size()];
}

std::vector<ProgFuncId> CallGraph::callees(ProgFuncId caller) const {
  std::vector<ProgFuncId> result;
  for (const CallTargets &call : calls(caller))
    llvm::append_range(result, targets(call.targets));
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

llvm::ArrayRef<CallGraph::Use> CallGraph::usesOf(TargetSetId set) const {
  uint32_t first = firstUse[set.index];
  return llvm::ArrayRef(uses).slice(first, firstUse[set.index + 1] - first);
}

void CallGraph::forEachCaller(ProgFuncId callee,
                              llvm::function_ref<void(ProgFuncId, const CallTargets &)> visit) const {
  for (uint32_t set : setsWith(callee))
    for (Use use : usesOf(TargetSetId(set)))
      visit(use.caller, calls(use.caller)[use.call]);
}

llvm::ArrayRef<ProgFuncId> CallGraph::functionsOf(uint32_t component) const {
  uint32_t first = firstComponentFunction[component];
  return llvm::ArrayRef(componentFunctions).slice(first, firstComponentFunction[component + 1] - first);
}

} // namespace custody::program
