#include "engines/path/execute.h"
#include "engines/path/order.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::path {

using namespace ir;

namespace {

// Of the budget: what is used when no loop goes round again.
constexpr size_t PercentForLoops = 35;

using EdgeId = std::pair<uint32_t, uint32_t>; // block, number of the edge

bool isMember(const Element &loop, BlockId block) {
  return std::binary_search(loop.members.begin(), loop.members.end(), block.index);
}

// A loop that is being looked at.
struct ActiveLoop {
  const Element *loop;
  std::set<EdgeId> taken;  // the ways out that somebody took
  std::set<EdgeId> closed; // those that nobody takes: the last iteration looks for the others
};

class Executor {
public:
  Executor(Context &context, Transfer &transfer)
      : context(context), function(context.function), transfer(transfer), pending(function.blocks.size()),
        maxSteps(context.options.baseSteps + context.options.stepsPerStatement * function.stmts.size()) {}

  Execution run() {
    if (!function.blocks.empty()) {
      context.maxNodes = context.options.maxNodes;
      pending[0].push_back(State());
      runAll(orderOf(function), 0);
      context.maxNodes = SIZE_MAX;
    }
    return std::move(result);
  }

private:
  void runAll(llvm::ArrayRef<Element> elements, unsigned nesting);
  void runLoop(const Element &loop, unsigned nesting);
  struct Iterated {
    std::set<EdgeId> taken;     // of the ways out
    std::vector<State> goingOn; // to one more iteration
  };
  Iterated iterate(const Element &loop, unsigned iterations, unsigned nesting);
  bool isAffordable(unsigned iteration, size_t nodesAfter) const;
  bool hasUnseen(const Element &loop) const;
  std::set<EdgeId> waysOut(const Element &loop) const;
  void runLastIteration(const Element &loop, State start, std::set<EdgeId> closed, unsigned nesting);
  void runBlock(BlockId block);
  void leave(BlockId id, State state);
  void branch(BlockId id, const State &state);
  void keepUnreleased(State &otherwise, BlockId releasing, Guard isReleased);
  void choose(BlockId id, const State &state);
  void invoke(BlockId id, const State &before, const State &after);
  struct Compared {
    std::optional<Word> left = {}, right = {};
  };
  void go(BlockId from, uint32_t edge, State state, Guard when, Compared compared);
  void go(BlockId from, uint32_t edge, State state, Guard when) { go(from, edge, std::move(state), when, {}); }
  std::optional<Word> openNumber(Evaluator &eval, ExprId id);
  Compared comparedBy(Evaluator &eval, ExprId condition);
  bool staysWithin(uint32_t cell, Value before, llvm::ArrayRef<State> after) const;
  State forgotten(State state, llvm::ArrayRef<State> after, size_t firstWrite, bool takesAll);
  std::optional<int64_t> countedUpFrom(uint32_t cell, Value before, llvm::ArrayRef<State> after);
  Guard isCounted(Word number, int64_t start);
  bool isMadeThroughPointer(heap::LocId loc) const;
  bool endsProgram(const Block &block) const;
  bool isOverBudget();

  Context &context;
  const Function &function;
  Transfer &transfer;
  std::vector<std::vector<State>> pending; // by block
  std::vector<ActiveLoop> loops;
  const uint64_t maxSteps;
  Execution result;
};

bool Executor::isOverBudget() {
  if (result.overBudget.empty() && context.steps > maxSteps)
    result.overBudget = "more than " + std::to_string(context.options.stepsPerStatement) + " steps a statement";
  if (result.overBudget.empty() && context.isOverBudget())
    result.overBudget = "formulas with more than " + std::to_string(context.options.maxNodes) + " nodes";
  return !result.overBudget.empty();
}

void Executor::runAll(llvm::ArrayRef<Element> elements, unsigned nesting) {
  for (const Element &element : elements) {
    if (isOverBudget())
      return;
    if (element.isLoop())
      runLoop(element, nesting);
    else
      runBlock(element.block);
  }
}

// The first iteration shows what the loop does; the others are left out where they would take what the statements after
// the loop need. One costs at least as much as that before.
bool Executor::isAffordable(unsigned iteration, size_t nodesAfter) const {
  return iteration == 0 || nodesAfter <= context.maxNodes / 100 * PercentForLoops;
}

Executor::Iterated Executor::iterate(const Element &loop, unsigned iterations, unsigned nesting) {
  loops.push_back({&loop, {}, {}});
  size_t before = context.terms.size(), cost = 0;
  for (unsigned i = 0; i < iterations && !pending[loop.block.index].empty() && isAffordable(i, before + cost); ++i) {
    runBlock(loop.block);
    runAll(loop.body, nesting + 1);
    cost = context.terms.size() - before;
    before = context.terms.size();
  }
  runBlock(loop.block); // out of it after the last iteration, but no further round
  Iterated iterated{std::move(loops.back().taken), {}};
  loops.pop_back();
  for (uint32_t member : loop.members)
    llvm::append_range(iterated.goingOn, std::exchange(pending[member], {}));
  return iterated;
}

std::set<EdgeId> Executor::waysOut(const Element &loop) const {
  std::set<EdgeId> ways;
  for (uint32_t member : loop.members)
    for (uint32_t i = 0; i < function.blocks[member].term.edges.size(); ++i)
      if (!isMember(loop, function.blocks[member].term.edges[i].to))
        ways.insert({member, i});
  return ways;
}

// Through the body and then out. The way straight out of the head is the end of the iteration before.
void Executor::runLastIteration(const Element &loop, State start, std::set<EdgeId> closed, unsigned nesting) {
  const std::set<EdgeId> all = waysOut(loop);
  pending[loop.block.index] = {std::move(start)};
  loops.push_back({&loop, {}, all});
  runBlock(loop.block);
  loops.back().closed = std::move(closed);
  runAll(loop.body, nesting + 1);
  runBlock(loop.block);
  for (uint32_t member : loop.members) // no further than out
    pending[member].clear();
  loops.pop_back();
}

void Executor::runLoop(const Element &loop, unsigned nesting) {
  std::vector<State> &entering = pending[loop.block.index];
  if (entering.empty()) { // from the side, if at all
    runAll(loop.body, nesting + 1);
    if (entering.empty())
      return;
  }
  const State start = mergeStates(context, std::move(entering));
  entering = {start};
  if (!start.path) {
    entering.clear();
    return;
  }
  const size_t firstWrite = context.written.size();
  const unsigned iterations = nesting == 0 ? context.options.unroll : context.options.unrollInner;
  const Iterated first = iterate(loop, iterations, nesting);
  if (isOverBudget() || (first.taken == waysOut(loop) && !context.options.lastIterations))
    return;
  if (context.keepsEvidence)
    for (const State &state : first.goingOn)
      result.goingOn.push_back({state, loop.block});
  // Who comes to the last of many iterations has not left the loop in the first.
  State many = start;
  Guard goesOn = context.terms.never();
  for (const State &state : first.goingOn)
    goesOn = context.terms.either(goesOn, context.paths.condition(state.path));
  many.path = context.paths.assume(start.path, goesOn);
  if (!many.path)
    return;
  const bool takesAll = context.options.lastIterations || hasUnseen(loop);
  runLastIteration(loop, forgotten(std::move(many), first.goingOn, firstWrite, takesAll),
                   takesAll ? std::set<EdgeId>() : first.taken, nesting);
}

// Somebody asks, and the first iterations do not come to all of it, as to an array that grows with its eighth element.
bool Executor::hasUnseen(const Element &loop) const {
  return context.keepsEvidence && llvm::any_of(loop.members, [&](uint32_t member) {
           const Block &block = function.blocks[member];
           return block.stmtCount != 0 && !context.reached.contains(block.firstStmt);
         });
}

// A pointer that only moves within the objects that it pointed into: `*p++ = 0`.
bool Executor::staysWithin(uint32_t cell, Value before, llvm::ArrayRef<State> after) const {
  auto isOf = [&](const Pointee &pointee) {
    return llvm::any_of(context.values[before].targets,
                        [&](const Pointee &other) { return other.cell.loc == pointee.cell.loc; });
  };
  return !after.empty() && llvm::all_of(after, [&](const State &state) {
    const uint32_t *now = state.cells.find(cell);
    return now && !context.values[Value{*now}].targets.empty() &&
           llvm::all_of(context.values[Value{*now}].targets, isOf);
  });
}

// The constant that a number is counted up from in every iteration that changes it: `count++`.
std::optional<int64_t> Executor::countedUpFrom(uint32_t cell, Value before, llvm::ArrayRef<State> after) {
  Terms &terms = context.terms;
  auto constantOf = [&](Word word) -> std::optional<int64_t> {
    const std::optional<uint64_t> known = terms.constantOf(word);
    return known ? std::optional(logic::signedValue(*known, terms.width(word))) : std::nullopt;
  };
  const ValueData &start = context.values[before];
  const std::optional<int64_t> first = start.targets.empty() ? constantOf(start.number) : std::nullopt;
  if (!first || *first < 0 || after.empty())
    return {};
  for (const State &state : after) {
    const uint32_t *now = state.cells.find(cell);
    const std::vector<Choice> choices =
        now ? choicesOf(terms, context.values[Value{*now}].number) : std::vector<Choice>();
    if (choices.empty() || llvm::any_of(choices, [&](const Choice &choice) {
          const std::optional<int64_t> then = constantOf(choice.word);
          return !then || *then < *first;
        }))
      return {};
  }
  return first;
}

// Not less than it was, and not so much that it overflows in the next iteration.
Guard Executor::isCounted(Word number, int64_t start) {
  Terms &terms = context.terms;
  const unsigned width = terms.width(number);
  const Guard isLess = terms.lessSigned(number, terms.constant(width, uint64_t(start)));
  const Guard isLow =
      width < 8 ? terms.always() : terms.lessSigned(number, terms.constant(width, uint64_t(1) << (width - 2)));
  return terms.both(!isLess, isLow);
}

// Nobody knows what the cells hold after many iterations. What they held may be anywhere.
State Executor::forgotten(State state, llvm::ArrayRef<State> after, size_t firstWrite, bool takesAll) {
  std::vector<uint32_t> cells(context.written.begin() + firstWrite, context.written.end());
  llvm::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  Memory memory(context, state, {});
  state.elements = {};
  for (uint32_t cell : cells)
    if (const uint32_t *before = state.cells.find(cell)) {
      const Value value{*before};
      Value now = context.values.map(value, [](heap::Cell at) { return heap::Cell{at.loc, heap::Offset::unknown()}; });
      if (!staysWithin(cell, value, after)) {
        memory.escape(value, context.terms.always());
        now = memory.unknown(memory.shapeOf(value));
      }
      if (const std::optional<int64_t> start = takesAll ? countedUpFrom(cell, value, after) : std::nullopt)
        memory.assume(isCounted(context.values[now].number, *start));
      state.cells = state.cells.with(context.arena, cell, now.id);
    }
  return state;
}

// The variables of main end because the program does.
bool Executor::endsProgram(const Block &block) const {
  if (!context.facts.isMain || context.options.exitLeaks)
    return false;
  const auto &edges = block.term.edges;
  return block.term.kind == TermKind::Return ||
         (edges.size() == 1 && function[edges[0].to].term.kind == TermKind::Return);
}

void Executor::runBlock(BlockId id) {
  if (pending[id.index].empty())
    return;
  State state = mergeStates(context, std::exchange(pending[id.index], {}));
  if (!state.path)
    return;
  const Block &block = function[id];
  const bool keepsVariables = endsProgram(block);
  State before;
  for (uint32_t i = 0; i < block.stmtCount; ++i) {
    const StmtId stmt(block.firstStmt + i);
    if (keepsVariables && std::holds_alternative<End>(function[stmt].op))
      continue;
    if (i + 1 == block.stmtCount)
      before = state;
    if (context.keepsEvidence)
      context.reached.insert(stmt.index);
    transfer.run(state, stmt);
    if (!state.path)
      break;
    if (context.isOverBudget())
      return;
  }
  if (block.term.kind == TermKind::Invoke && before.path)
    invoke(id, before, state);
  else if (state.path)
    leave(id, std::move(state));
}

void Executor::invoke(BlockId id, const State &before, const State &after) {
  const Block &block = function[id];
  const StmtId stmt(block.firstStmt + block.stmtCount - 1);
  const bool mayThrow = block.stmtCount != 0 && transfer.calls.mayThrow(stmt);
  const Guard throws = mayThrow ? context.terms.variable() : context.terms.never();
  if (after.path)
    go(id, 0, after, !throws);
  if (!mayThrow)
    return;
  if (State thrown = transfer.calls.thrown(before, stmt); thrown.path) // else its arguments cannot be computed
    go(id, 1, std::move(thrown), throws);
}

void Executor::go(BlockId from, uint32_t edge, State state, Guard when, Compared compared) {
  state.path = context.paths.assume(state.path, when);
  if (!state.path)
    return;
  const BlockId to = function[from].term.edges[edge].to;
  auto leaves = [&](const ActiveLoop &active) { return !isMember(*active.loop, to); };
  if (llvm::any_of(loops, [&](const ActiveLoop &active) {
        return leaves(active) && active.closed.contains({from.index, edge});
      }))
    return;
  if (when != context.terms.always() && context.keepsEvidence)
    context.occurrences.push_back(
        {Occurrence::Kind::Branch, from.index, edge, when, state.path, compared.left, compared.right});
  for (ActiveLoop &active : loops)
    if (leaves(active))
      active.taken.insert({from.index, edge});
  pending[to.index].push_back(std::move(state));
}

// What it is worth, if that is a number and not always the same.
std::optional<Word> Executor::openNumber(Evaluator &eval, ExprId id) {
  if (function[id].kind == ExprKind::Cast && function[function[id].a].kind == ExprKind::AddrOf)
    return {}; // the number of an address says nothing
  const Value value = eval.value(id);
  if (value != eval.value(id)) // one of several elements: each read has its own
    return {};
  const ValueData &data = context.values[value];
  return data.targets.empty() && !context.terms.constantOf(data.number) ? std::optional(data.number) : std::nullopt;
}

Executor::Compared Executor::comparedBy(Evaluator &eval, ExprId condition) {
  const Expr &expr = function[condition];
  if (!context.keepsEvidence || expr.kind != ExprKind::Binary || expr.op < Op::Eq || expr.op > Op::SGe)
    return {};
  return {openNumber(eval, expr.a), openNumber(eval, expr.b)};
}

void Executor::branch(BlockId id, const State &start) {
  State state = start;
  const Block &block = function[id];
  Memory memory(context, state, StmtId(block.firstStmt + block.stmtCount));
  Evaluator eval(memory);
  const program::Exceptions &exceptions = context.model.exceptions;
  const bool isFirstDead = exceptions.isNeverTaken(context.id, id, 0);
  const bool isDecided = isFirstDead || exceptions.isNeverTaken(context.id, id, 1);
  const Guard condition = !isDecided    ? eval.condition(block.term.value)
                          : isFirstDead ? context.terms.never()
                                        : context.terms.always();
  if (!state.path)
    return;
  const Compared compared = comparedBy(eval, block.term.value);
  State taken = state, otherwise = state;
  keepUnreleased(otherwise, block.term.edges[0].to, condition);
  keepUnreleased(taken, block.term.edges[1].to, !condition);
  go(id, 0, std::move(taken), condition, compared);
  go(id, 1, std::move(otherwise), !condition, compared);
}

// `p = (*make)(n); ... if (release != NULL) (*release)(p);`: whoever gives a function to make memory and none to
// release it has memory that needs no release. `otherwise` are the ways on which there is none.
void Executor::keepUnreleased(State &otherwise, BlockId releasing, Guard isReleased) {
  const Block &block = function[releasing];
  for (uint32_t i = 0; i < block.stmtCount; ++i) {
    const StmtId stmt(block.firstStmt + i);
    const auto *call = std::get_if<Call>(&function[stmt].op);
    if (!call || call->calleeKind != CalleeKind::Indirect)
      continue;
    State state = otherwise;
    Memory memory(context, state, stmt);
    Evaluator eval(memory);
    if (context.values.isNonNull(eval.value(call->pointer)) != isReleased)
      continue;
    const llvm::ArrayRef<ExprId> args = function.list(call->args);
    for (unsigned arg = 0; arg < args.size(); ++arg)
      if (transfer.calls.mayRelease(stmt, arg))
        for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(context.values[eval.value(args[arg])].targets))
          if (isMadeThroughPointer(pointee.cell.loc))
            Memory(context, otherwise, stmt).escape(context.values.address(pointee.cell), context.terms.always());
  }
}

bool Executor::isMadeThroughPointer(heap::LocId loc) const {
  if (!context.isSite(loc))
    return false;
  const auto *call = std::get_if<Call>(&function[StmtId(context.locs[loc].entity)].op);
  return call && call->calleeKind == CalleeKind::Indirect;
}

// A switch.
void Executor::choose(BlockId id, const State &start) {
  State state = start;
  const Block &block = function[id];
  Memory memory(context, state, StmtId(block.firstStmt + block.stmtCount));
  Evaluator eval(memory);
  const Value value = eval.value(block.term.value);
  if (!state.path)
    return;
  const unsigned width = eval.readAs(function[block.term.value].type).width;
  const Word word = context.values.word(value, width);
  std::vector<Guard> others;
  for (uint32_t i = 0; i < block.term.cases.size(); ++i) {
    const Guard is = context.terms.equal(word, context.terms.constant(width, uint64_t(block.term.cases[i])));
    others.push_back(!is);
    go(id, i + 1, state, is);
  }
  go(id, 0, state, context.terms.all(others));
}

void Executor::leave(BlockId id, State state) {
  const Term &term = function[id].term;
  switch (term.kind) {
  case TermKind::Goto:
  case TermKind::Throw:
    if (term.edges.empty())
      context.mayThrow = true;
    else
      go(id, 0, std::move(state), context.terms.always());
    return;
  case TermKind::Branch:
    return branch(id, state);
  case TermKind::Switch:
    return choose(id, state);
  case TermKind::IndirectGoto: {
    Guard rest = context.terms.always();
    for (uint32_t i = 0; i < term.edges.size(); ++i) {
      const Guard is = i + 1 == term.edges.size() ? context.terms.always() : context.terms.variable();
      go(id, i, state, context.terms.both(rest, is));
      rest = context.terms.both(rest, !is);
    }
    return;
  }
  case TermKind::Return:
    result.returns.push_back({std::move(state), id});
    return;
  case TermKind::Resume:
    context.mayThrow = true;
    result.throws.push_back({std::move(state), id});
    return;
  case TermKind::Invoke:
  case TermKind::Unreachable:
    return;
  }
}

} // namespace

Execution execute(Context &context, Transfer &transfer) {
  return Executor(context, transfer).run();
}

} // namespace custody::engines::path
