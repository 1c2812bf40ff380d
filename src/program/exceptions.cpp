#include "program/exceptions.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::program {

using namespace ir;

static constexpr size_t MaxTypes = 16;

bool ThrownTypes::add(const ThrownTypes &other) {
  if (isAnything)
    return false;
  const size_t before = types.size();
  if (!other.isAnything) {
    std::vector<ProgGlobalId> all;
    std::set_union(types.begin(), types.end(), other.types.begin(), other.types.end(), std::back_inserter(all));
    types = std::move(all);
  }
  isAnything = other.isAnything || types.size() > MaxTypes;
  if (isAnything)
    types.clear();
  return isAnything || types.size() != before;
}

// One look at a body, with what its callees are known to throw so far.
class ExceptionFlow {
public:
  ExceptionFlow(const Exceptions &known, ProgFuncId id)
      : known(known), program(*known.program), id(id), function(program.function(id)), entries(function.blocks.size()) {
  }

  void run();
  ThrownTypes leaving;
  std::vector<Exceptions::Edge> neverTaken;

private:
  struct State {
    ThrownTypes pending;             // exceptions on their way
    std::vector<ThrownTypes> caught; // by the handlers that run, innermost last

    bool add(const State &other);
  };

  void runBlock(BlockId block);
  void call(State &state, const Call &call) const;
  void choose(BlockId block, const State &state, ProgGlobalId caught, bool isEqual);
  ThrownTypes thrownAt(StmtId stmt) const;
  ThrownTypes thrownBy(const State &state, const Throw &op) const;
  void arrive(BlockId to, const State &state);

  const Exceptions &known;
  const Program &program;
  const ProgFuncId id;
  const Function &function;
  std::vector<std::optional<State>> entries; // by block
  std::vector<BlockId> work;
  std::set<Exceptions::Edge> chosen, taken; // edges of branches that ask for a type
};

// Ways that meet have the same handlers around them.
bool ExceptionFlow::State::add(const State &other) {
  bool grew = pending.add(other.pending);
  if (caught.size() > other.caught.size()) {
    caught.resize(other.caught.size());
    grew = true;
  }
  for (size_t i = 0; i < caught.size(); ++i)
    grew |= caught[i].add(other.caught[i]);
  return grew;
}

void ExceptionFlow::arrive(BlockId to, const State &state) {
  std::optional<State> &entry = entries[to.index];
  const bool isNew = !entry;
  if (isNew)
    entry = state;
  if (isNew || entry->add(state))
    work.push_back(to);
}

ThrownTypes ExceptionFlow::thrownAt(StmtId stmt) const {
  if (!std::holds_alternative<Call>(function[stmt].op))
    return ThrownTypes::anything();
  ThrownTypes all;
  bool isResolved = false;
  for (const CallTargets &way : known.graph->callsAt(id, stmt)) {
    isResolved |= way.isOwnCall();
    if (way.mayBeUnknown)
      return ThrownTypes::anything();
    for (ProgFuncId target : known.graph->targets(way.targets))
      all.add(known.thrown[target.index]);
  }
  return isResolved ? all : ThrownTypes::anything();
}

ThrownTypes ExceptionFlow::thrownBy(const State &state, const Throw &op) const {
  if (!op.exception)
    return state.caught.empty() ? ThrownTypes::anything() : state.caught.back();
  const ProgGlobalId info = op.info ? known.types.infoAt(id, op.info) : ProgGlobalId();
  return info ? ThrownTypes{false, {info}} : ThrownTypes::anything();
}

void ExceptionFlow::call(State &state, const Call &call) const {
  if (call.calleeKind != CalleeKind::Direct)
    return;
  const Module &module = program.moduleOf(id);
  const llvm::StringRef name = module.text(module[call.function].linkName);
  if (name == "__cxa_begin_catch")
    state.caught.push_back(state.pending);
  else if (name == "__cxa_end_catch" && !state.caught.empty())
    state.caught.pop_back();
}

// The branch that asks whether a handler fits.
void ExceptionFlow::choose(BlockId block, const State &state, ProgGlobalId caught, bool isEqual) {
  using Match = ExceptionTypes::Match;
  const auto &edges = function[block].term.edges;
  for (uint32_t edge = 0; edge < 2; ++edge) {
    const Match other = (edge == 0) == isEqual ? Match::No : Match::Yes;
    State after = state;
    llvm::erase_if(after.pending.types, [&](ProgGlobalId type) { return known.types.match(type, caught) == other; });
    chosen.insert({block.index, edge});
    if (after.pending.isNothing() && !state.pending.isNothing())
      continue;
    taken.insert({block.index, edge});
    arrive(edges[edge].to, after);
  }
}

void ExceptionFlow::runBlock(BlockId id) {
  const Block &block = function[id];
  State state = *entries[id.index];
  const bool endsInCall = block.term.kind == TermKind::Invoke || block.term.kind == TermKind::Throw;
  for (uint32_t i = 0; i < block.stmtCount; ++i) {
    const StmtId stmt(block.firstStmt + i);
    if (const auto *op = std::get_if<Call>(&function[stmt].op)) {
      call(state, *op);
      if (!endsInCall || i + 1 < block.stmtCount)
        leaving.add(thrownAt(stmt));
    }
  }
  const Term &term = block.term;
  State unwinding = state;
  if (endsInCall && block.stmtCount) {
    const StmtId last(block.firstStmt + block.stmtCount - 1);
    const auto *thrown = std::get_if<Throw>(&function[last].op);
    unwinding.pending = thrown ? thrownBy(state, *thrown) : thrownAt(last);
    if (term.kind == TermKind::Throw && unwinding.pending.isNothing()) // `std::__throw_length_error`
      unwinding.pending = ThrownTypes::anything();
  }
  if (term.kind == TermKind::Resume)
    leaving.add(state.pending);
  if (term.kind == TermKind::Branch) {
    const Expr &test = function[term.value];
    const bool isTest = test.kind == ExprKind::Binary && (test.op == Op::Eq || test.op == Op::Ne);
    if (const ProgGlobalId caught = isTest ? known.types.infoAt(this->id, test.b) : ProgGlobalId())
      return choose(id, state, caught, test.op == Op::Eq);
  }
  for (const ir::Edge &edge : term.edges)
    arrive(edge.to, edge.kind == EdgeKind::Unwind ? unwinding : state);
}

// Where nothing is caught, the order does not matter.
static bool hasUnwinding(const Function &function) {
  return llvm::any_of(function.blocks, [](const Block &block) {
    return block.term.kind == TermKind::Invoke || block.term.kind == TermKind::Throw;
  });
}

void ExceptionFlow::run() {
  if (!hasUnwinding(function)) {
    for (uint32_t i = 0; i < function.stmts.size(); ++i)
      if (std::holds_alternative<Call>(function.stmts[i].op))
        leaving.add(thrownAt(StmtId(i)));
    return;
  }
  arrive(BlockId(0), State());
  while (!work.empty()) {
    const BlockId next = work.back();
    work.pop_back();
    runBlock(next);
  }
  std::set_difference(chosen.begin(), chosen.end(), taken.begin(), taken.end(), std::back_inserter(neverTaken));
}

// What a specification describes throws only where nobody goes on, as engines have it.
static bool isQuiet(const Program &program, const FunctionSpecs &specs, ProgFuncId id) {
  return program.function(id).attrs.noThrow || specs.find(id);
}

Exceptions::Exceptions(const Program &program, const FunctionSpecs &specs, const CallGraph &graph)
    : program(&program), graph(&graph), types(program), thrown(program.numFunctions()) {
  std::vector<ProgFuncId> work;
  std::vector<bool> isQueued(program.numFunctions());
  auto add = [&](ProgFuncId id) {
    const bool isOfC = program.function(id).attrs.noThrow && !hasUnwinding(program.function(id));
    if (!isQueued[id.index] && program.hasBody(id) && !isOfC) {
      isQueued[id.index] = true;
      work.push_back(id);
    }
  };
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const ProgFuncId id(i); (!program.hasBody(id) || program[id].isReplaceable) && !isQuiet(program, specs, id))
      thrown[i] = ThrownTypes::anything();
  for (uint32_t c = 0; c < graph.numComponents(); ++c)
    for (ProgFuncId id : graph.functionsOf(c))
      add(id);
  for (size_t i = 0; i < work.size(); ++i) {
    const ProgFuncId id = work[i];
    isQueued[id.index] = false;
    ExceptionFlow flow(*this, id);
    flow.run();
    if (flow.neverTaken.empty())
      neverTaken.erase(id.index);
    else
      neverTaken[id.index] = std::move(flow.neverTaken);
    if (program.function(id).attrs.noThrow || !thrown[id.index].add(flow.leaving))
      continue;
    for (uint32_t set : graph.setsWith(id))
      for (CallGraph::Use use : graph.usesOf(TargetSetId(set)))
        add(use.caller);
  }
}

bool Exceptions::isNeverTaken(ProgFuncId id, BlockId block, uint32_t edge) const {
  const auto found = neverTaken.find(id.index);
  return found != neverTaken.end() && llvm::is_contained(found->second, Edge{block.index, edge});
}

} // namespace custody::program
