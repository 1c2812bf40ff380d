#include "engines/summary/flow.h"
#include "engines/summary/join.h"
#include "engines/summary/liveness.h"
#include "engines/summary/loops.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace ir;

namespace {

// After so many changes at a block that the flow comes back to, numbers are widened.
constexpr unsigned WidenAfter = 2;
// Exit states that are kept apart by their results; twice as many by what they release.
constexpr size_t MaxExits = 24;

// Blocks that are to be run, the first in the order next.
class WorkList {
public:
  explicit WorkList(const Loops &loops, size_t numBlocks) : isDue(numBlocks), blocks(numBlocks) {
    for (uint32_t block = 0; block < numBlocks; ++block)
      if (loops.order(BlockId(block)) < numBlocks) // else nobody gets there
        blocks[loops.order(BlockId(block))] = BlockId(block);
  }
  void add(uint32_t order) {
    isDue.set(order);
    first = std::min(first, int(order));
  }
  // None: all are done.
  BlockId take() {
    first = first < int(isDue.size()) ? isDue.find_next(first - 1) : -1;
    if (first < 0) {
      first = isDue.size();
      return {};
    }
    isDue.reset(first);
    return blocks[first];
  }

private:
  llvm::BitVector isDue; // by order
  std::vector<BlockId> blocks;
  int first = 0; // none before it is due
};

class Flow {
public:
  Flow(Context &context, Transfer &transfer)
      : context(context), transfer(transfer), function(context.function), loops(function),
        liveness(function, context.facts), entries(function.blocks.size()), guards(function.blocks.size()),
        heldBack(function.blocks.size()), work(loops, function.blocks.size()) {}

  FlowResult run();

private:
  // The states before a block.
  struct Entry {
    StateSet states;
    unsigned changes = 0;
    bool cameBack = false; // a state came by a loop-back edge
  };
  struct Held { // a way out of a loop before its first iteration
    State state;
    BlockId from;
    uint32_t edge;
  };

  void arrive(BlockId block, State &&state);
  void forgetDead(BlockId block, State &state) const;
  void arriveAt(Entry &entry, BlockId block, State &&state);
  void runBlock(BlockId block);
  void runStatements(BlockId block, const State &before);
  void leave(BlockId block, State &&state);
  void branch(BlockId block, const Term &term, State &&state);
  std::optional<uint32_t> guardOfRelease(const Term &term) const;
  std::optional<uint32_t> guardedRelease(BlockId block, const Term &term, State &state);
  void follow(BlockId from, uint32_t edge, State &&state);
  void exit(BlockId block, State &state, bool isReturn);
  struct ExitKey {
    uint64_t partition;
    heap::Value returned;
    uint8_t news;
  };
  uint8_t newsOf(const State &state, heap::Value returned) const;
  ExitKey keyOf(const State &state) const;
  size_t alikeExit(const ExitKey &key) const;
  void addExit(State state);
  void endFrames(BlockId block, State &state);
  bool releaseHeld();

  Context &context;
  Transfer &transfer;
  const Function &function;
  const Loops loops;
  const Liveness liveness;
  std::vector<Entry> entries; // by block
  std::vector<std::optional<std::optional<uint32_t>>>
      guards;                              // by block, as far as somebody asked: the edge to a release
  std::vector<std::vector<Held>> heldBack; // by loop head
  WorkList work;
  std::vector<State> current, next; // of the statement that is run
  FlowResult result;
  std::vector<ExitKey> exitKeys; // of result.exits
};

void Flow::arriveAt(Entry &entry, BlockId block, State &&state) {
  const size_t before = entry.states.size();
  const bool widens = loops.isReentered(block) && entry.changes >= WidenAfter;
  const Meeting meeting = loops.hasOneWayIn(block) ? Meeting::OfOutcomes : Meeting::OfWays;
  if (!entry.states.add(context, std::move(state), meeting, widens))
    return;
  entry.changes += entry.states.size() == before;
  work.add(loops.order(block));
}

// What nobody will read, but for what may be the last to hold something. The caller's arguments are told to it.
void Flow::forgetDead(BlockId block, State &state) const {
  auto isDead = [&](heap::LocId id) {
    if (context.locs.kindOf(id) != heap::LocKind::Var)
      return false;
    const VarId var(context.locs[id].entity);
    return !liveness.isLive(block, var) && function[var].kind != VarKind::Param;
  };
  state.forEachObject([&](heap::LocId loc, heap::ContentsId contents) {
    if (!isDead(loc))
      return;
    if (contents & heap::HasSites)
      state.filterFields(loc, [&](const heap::FieldValue &field) { return context.values.hasSites(field.value); });
    else
      state.eraseCellsOf(loc);
  });
  llvm::erase_if(state.decided, [&](const Decided &decided) {
    return llvm::any_of(context.conditions.byKey(decided.key).vars,
                        [&](VarId var) { return !liveness.isLive(block, var); });
  });
}

void Flow::arrive(BlockId block, State &&state) {
  forgetDone(context, state);
  blurEscaped(context, state);
  forgetDead(block, state);
  arriveAt(entries[block.index], block, std::move(state));
}

// Leaves the states after the block in `current`.
void Flow::runStatements(BlockId id, const State &before) {
  const Block &block = function[id];
  current.clear();
  next.clear();
  current.push_back(before);
  const bool mayThrow = block.term.kind == TermKind::Invoke;
  for (uint32_t i = 0; i < block.stmtCount && !current.empty(); ++i) {
    const StmtId stmt(block.firstStmt + i);
    const bool isThrower = mayThrow && i + 1 == block.stmtCount && transfer.mayThrow(stmt);
    for (State &s : current) {
      context.effort.spend(1 + s.numCells() / 8);
      if (context.effort.isOver())
        return current.clear();
      if (isThrower)
        follow(id, 1, transfer.thrown(s, stmt));
      transfer.run(std::move(s), stmt, next);
    }
    if (next.size() > 1)
      limitStates(context, next);
    std::swap(current, next);
    next.clear();
  }
}

void Flow::runBlock(BlockId block) {
  Entry &entry = entries[block.index];
  for (size_t i = 0; i < entry.states.size(); ++i)
    if (entry.states.takeNew(i)) {
      runStatements(block, entry.states[i]);
      for (State &state : current)
        leave(block, std::move(state));
    }
}

void Flow::exit(BlockId block, State &state, bool isReturn) {
  endFrames(block, state);
  for (const Loss &loss : state.losses) {
    if (loss.unwinding == Unwinding::ByAllocation && !context.options.allocationThrows)
      continue;
    auto at = llvm::lower_bound(result.losses, loss);
    if (at == result.losses.end() || *at != loss)
      result.losses.insert(at, loss);
  }
  result.throws |= !isReturn;
  if (!isReturn)
    return;
  state.losses.clear();
  addExit(std::move(state));
}

// Memory of the frame ends with the function, and so do globals that serve as its variables.
void Flow::endFrames(BlockId block, State &state) {
  std::vector<heap::LocId> frames;
  state.forEachObject([&](heap::LocId id, heap::ContentsId) {
    if (const heap::Loc &loc = context.locs[id]; loc.kind == heap::LocKind::Frame || context.isOwnGlobal(loc))
      frames.push_back(id);
  });
  if (frames.empty() || function.stmts.empty())
    return;
  const uint32_t count = function[block].stmtCount;
  Memory memory(context, state, StmtId(count ? function[block].firstStmt + count - 1 : function.stmts.size() - 1));
  for (heap::LocId frame : frames)
    memory.endVariable(frame);
  memory.collectLosses();
}

// What a caller learns from an exit in the first place: whether there is something to be released, and what the result
// says: null, a number, a pointer.
uint8_t Flow::newsOf(const State &state, heap::Value returned) const {
  const bool isAllocating =
      llvm::any_of(state.statuses(), [](const StatusEntry &entry) { return entry.bits & Allocated; });
  const heap::Numbers &numbers = context.values.numbers(returned);
  return (isAllocating ? 1 : 0) | (numbers.contains(0) ? 2 : 0) | (numbers.without(0).isNone() ? 0 : 4) |
         (returned.targets ? 8 : 0);
}

Flow::ExitKey Flow::keyOf(const State &state) const {
  const heap::Value *value =
      function.returnVar ? state.find({context.varLoc(function.returnVar), heap::Offset()}) : nullptr;
  const heap::Value returned = value ? *value : heap::Value{};
  return {state.partition(!context.options.escapeOnAnyPath), returned, newsOf(state, returned)};
}

// The exit that one more is joined with; the end: it is kept apart. Exits with different results stay apart as long as
// there are few: callers tell them apart by the result.
size_t Flow::alikeExit(const ExitKey &key) const {
  auto find = [&](auto isAlike) -> size_t { return llvm::find_if(exitKeys, isAlike) - exitKeys.begin(); };
  const bool isMany = exitKeys.size() >= MaxExits;
  const size_t same = find([&](const ExitKey &other) {
    return other.partition == key.partition && (isMany ? other.news == key.news : other.returned == key.returned);
  });
  if (same < exitKeys.size() || exitKeys.size() < 2 * MaxExits)
    return same;
  const size_t alike = find([&](const ExitKey &other) { return other.news == key.news; });
  return alike < exitKeys.size() ? alike : exitKeys.size() - 1;
}

void Flow::addExit(State state) {
  const ExitKey key = keyOf(state);
  const size_t alike = alikeExit(key);
  if (alike == exitKeys.size()) {
    result.exits.push_back(std::move(state));
    exitKeys.push_back(key);
    return;
  }
  joinInto(context, result.exits[alike], state, false);
  exitKeys[alike] = keyOf(result.exits[alike]);
}

// Takes the state over an edge. On the way into a loop's condition for the first time it is marked so.
void Flow::follow(BlockId from, uint32_t edge, State &&state) {
  const Edge &e = function[from].term.edges[edge];
  const BlockId to = e.to;
  if (function[from].term.edges.size() > 1)
    state.trace = context.addStep({TraceStep::Kind::Edge, state.trace, from.index, edge});
  if (state.firstIteration && !loops.isCondition(state.firstIteration, to))
    state.firstIteration = {};
  if (loops.isHead(to)) {
    const bool comesBack = loops.contains(to, from);
    entries[to.index].cameBack |= comesBack;
    state.firstIteration = comesBack || !context.options.loopsRunOnce ? BlockId() : to;
  }
  arrive(to, std::move(state));
}

// Statements of a block but for the ends of variables.
static std::vector<StmtId> actionsOf(const Function &function, const Block &block) {
  std::vector<StmtId> actions;
  for (uint32_t i = 0; i < block.stmtCount; ++i)
    if (const StmtId stmt(block.firstStmt + i); !std::holds_alternative<End>(function[stmt].op))
      actions.push_back(stmt);
  return actions;
}

// `if (p) free(p)`: the edge to the release.
std::optional<uint32_t> Flow::guardOfRelease(const Term &term) const {
  const Expr &condition = function[term.value];
  if (term.kind != TermKind::Branch || condition.kind != ExprKind::Binary ||
      function[condition.b].kind != ExprKind::Null || (condition.op != Op::Eq && condition.op != Op::Ne))
    return {};
  const uint32_t edge = condition.op == Op::Ne ? 0 : 1;
  const BlockId way = term.edges[edge].to, around = term.edges[1 - edge].to;
  auto goesTo = [&](BlockId from) {
    return function[from].term.kind == TermKind::Goto ? function[from].term.edges[0].to : BlockId();
  };
  const std::vector<StmtId> actions = actionsOf(function, function[way]);
  const bool isAround =
      goesTo(way) &&
      (goesTo(way) == around || (goesTo(way) == goesTo(around) && actionsOf(function, function[around]).empty()));
  const bool isGuard = isAround && actions.size() == 1 && transfer.releases(actions[0], condition.a);
  return isGuard ? std::optional(edge) : std::nullopt;
}

// `if (p) free(p)` is `free(p)`: two states, in one of which `p` is null, would only differ where other copies of the
// pointer are. The edge to the release, unless the pointer is certainly null.
std::optional<uint32_t> Flow::guardedRelease(BlockId block, const Term &term, State &state) {
  if (!guards[block.index])
    guards[block.index] = guardOfRelease(term);
  const std::optional<uint32_t> edge = *guards[block.index];
  if (!edge)
    return {};
  const StmtId release = actionsOf(function, function[term.edges[*edge].to])[0];
  Memory memory(context, state, release);
  return Evaluator(memory).value(function[term.value].a).targets != 0 ? edge : std::nullopt;
}

void Flow::branch(BlockId block, const Term &term, State &&state) {
  if (std::optional<uint32_t> edge = guardedRelease(block, term, state))
    return follow(block, *edge, std::move(state));
  struct Way {
    uint32_t edge;
    State state;
  };
  llvm::SmallVector<Way, 2> ways;
  const BlockId head = state.firstIteration;
  // Nobody asks for the state before the last of the ways unless a loop is about to be left.
  auto tryWay = [&](uint32_t edge, bool isLast, auto assume) {
    if (context.model.exceptions.isNeverTaken(context.id, block, edge))
      return;
    State taken = isLast && !head ? std::move(state) : state;
    Memory memory(context, taken, StmtId(function[block].firstStmt + function[block].stmtCount));
    Evaluator eval(memory);
    if (assume(eval) && !memory.isDead)
      ways.push_back({edge, std::move(taken)});
  };
  if (term.kind == TermKind::Branch) {
    tryWay(0, false, [&](Evaluator &eval) { return eval.assume(term.value, true); });
    tryWay(1, true, [&](Evaluator &eval) { return eval.assume(term.value, false); });
  } else {
    for (uint32_t i = 0; i < term.cases.size(); ++i)
      tryWay(i + 1, false,
             [&](Evaluator &eval) { return eval.assumeIn(term.value, heap::Numbers::exactly(term.cases[i])); });
    tryWay(0, true, [&](Evaluator &eval) {
      for (int64_t value : term.cases)
        if (!eval.assumeIn(term.value, heap::Numbers::except(value)))
          return false;
      return true;
    });
  }
  auto leavesLoop = [&](const Way &way) { return head && !loops.contains(head, term.edges[way.edge].to); };
  // A list that came in empty, before anything was made: callers know whether it is, so that is a case of its own.
  auto meetsEmptyInput = [&](const State &taken) {
    auto isEmpty = [&](const StatusEntry &entry) { return entry.bits & IsNull && !state.is(entry.loc, IsNull); };
    auto isMade = [&](const StatusEntry &entry) { return entry.bits & Allocated; };
    return llvm::any_of(taken.statuses(), isEmpty) && llvm::none_of(taken.statuses(), isMade);
  };
  const bool mayStay = llvm::any_of(ways, [&](const Way &way) { return !leavesLoop(way); });
  for (Way &way : ways) {
    if (mayStay && leavesLoop(way) && !meetsEmptyInput(way.state))
      heldBack[head.index].push_back({std::move(way.state), block, way.edge});
    else
      follow(block, way.edge, std::move(way.state));
  }
}

void Flow::leave(BlockId block, State &&state) {
  const Term &term = function[block].term;
  switch (term.kind) {
  case TermKind::Goto:
  case TermKind::Invoke:
    return follow(block, 0, std::move(state));
  case TermKind::Branch:
  case TermKind::Switch:
    return branch(block, term, std::move(state));
  case TermKind::IndirectGoto:
    for (uint32_t i = 0; i < term.edges.size(); ++i)
      follow(block, i, State(state));
    return;
  case TermKind::Throw:
    return follow(block, 0, std::move(state));
  case TermKind::Return:
    return exit(block, state, true);
  case TermKind::Resume:
    return exit(block, state, false);
  case TermKind::Unreachable:
    return; // what is lost when the program ends is no leak
  }
}

// Loops that nothing came around: their condition may well be false at once.
bool Flow::releaseHeld() {
  bool isAny = false;
  for (uint32_t head = 0; head < heldBack.size(); ++head) {
    if (heldBack[head].empty() || entries[head].cameBack)
      continue;
    std::vector<Held> ways = std::move(heldBack[head]);
    heldBack[head].clear();
    for (Held &way : ways)
      follow(way.from, way.edge, std::move(way.state));
    isAny = true;
  }
  return isAny;
}

FlowResult Flow::run() {
  if (function.blocks.empty())
    return result;
  arrive(BlockId(0), State(context.contents));
  do {
    while (const BlockId block = work.take()) {
      runBlock(block);
      if (context.effort.isOver()) {
        result.isComplete = false;
        return std::move(result);
      }
    }
  } while (releaseHeld());
  return std::move(result);
}

} // namespace

FlowResult runFlow(Context &context, Transfer &transfer) {
  return Flow(context, transfer).run();
}

} // namespace custody::engines::summary
