#include "program/no_return.h"

namespace custody::program {

using namespace ir;

NoReturn::NoReturn(const Program &program, const CallGraph &graph, const LibraryModel &library)
    : program(&program), graph(&graph), mayReturn(program.numFunctions()), setMayReturn(graph.numTargetSets()) {
  isQueued.assign(program.numFunctions(), true); // all will be looked at below
  std::vector<ProgFuncId> work;
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    ProgFuncId id(f);
    if (program.function(id).attrs.noReturn)
      continue;
    const LibraryEffect *effect = library.find(id);
    bool isOpaque = !program.hasBody(id) || program[id].isReplaceable;
    if (isOpaque && !(effect && effect->noReturn))
      markReturning(id, work);
  }
  // Bottom-up, so that most functions are looked at once.
  for (uint32_t c = 0; c < graph.numComponents(); ++c)
    for (ProgFuncId id : graph.functionsOf(c))
      work.push_back(id);
  for (size_t i = 0; i < work.size(); ++i) {
    ProgFuncId id = work[i];
    isQueued[id.index] = false;
    if (!mayReturn[id.index] && !program.function(id).attrs.noReturn && program.hasBody(id) && reachesReturn(id))
      markReturning(id, work);
  }
}

void NoReturn::markReturning(ProgFuncId id, std::vector<ProgFuncId> &work) {
  mayReturn[id.index] = true;
  for (uint32_t set : graph->setsWith(id)) {
    if (setMayReturn[set])
      continue;
    setMayReturn[set] = true;
    for (CallGraph::Use use : graph->usesOf(TargetSetId(set)))
      if (!mayReturn[use.caller.index] && !isQueued[use.caller.index]) {
        isQueued[use.caller.index] = true;
        work.push_back(use.caller);
      }
  }
}

bool NoReturn::callMayReturn(ProgFuncId caller, StmtId stmt) const {
  const auto &call = std::get<Call>(program->function(caller)[stmt].op);
  if (call.noReturn)
    return false;
  bool isResolved = false;
  for (const CallTargets &way : graph->callsAt(caller, stmt)) {
    if (!way.isOwnCall())
      continue;
    if (way.mayBeUnknown || setMayReturn[way.targets.index])
      return true;
    isResolved = true;
  }
  return !isResolved;
}

bool NoReturn::reachesReturn(ProgFuncId id) {
  const Function &function = program->function(id);
  if (function.blocks.empty())
    return true;
  std::vector<bool> seen(function.blocks.size());
  std::vector<BlockId> work{BlockId(0)};
  seen[0] = true;
  auto visit = [&](BlockId to) {
    if (!seen[to.index]) {
      seen[to.index] = true;
      work.push_back(to);
    }
  };
  while (!work.empty()) {
    const Block &block = function[work.back()];
    work.pop_back();
    bool completes = true;
    for (uint32_t s = block.firstStmt; completes && s < block.firstStmt + block.stmtCount; ++s) {
      ++stepCount;
      if (std::holds_alternative<Call>(function.stmts[s].op))
        completes = callMayReturn(id, StmtId(s));
    }
    const Term &term = block.term;
    if (completes && term.kind == TermKind::Return)
      return true;
    bool isDecided = term.kind == TermKind::Branch && function[term.value].kind == ExprKind::Int;
    for (size_t e = 0; e < term.edges.size(); ++e) {
      if (!completes && term.edges[e].kind != EdgeKind::Unwind)
        continue;
      if (isDecided && e != (function[term.value].imm ? 0 : 1))
        continue;
      visit(term.edges[e].to);
    }
  }
  return false;
}

} // namespace custody::program
