#include "engines/ownership/walk.h"
#include "engines/callees.h"
#include "engines/expressions.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

bool Walk::holds(const State &state, ExprId value) const {
  const Source source = places.sourceOf(value);
  return source.kind == Source::Kind::Slot && llvm::is_contained(state.holders, source.slot);
}

bool Walk::touches(const State &state, const Address &object) const {
  return object.isFollowed() && llvm::any_of(state.holders, [&](SlotId slot) {
           const Slot &what = places.slots()[slot.index];
           return what.root == object.root && what.isBehind == object.isBehind;
         });
}

Walk::Verdict Walk::drop(State &state, SlotId slot) const {
  llvm::erase(state.holders, slot);
  if (!state.holders.empty())
    return Verdict::Go;
  return aim == Aim::SecondFree ? Verdict::Safe : Verdict::Found;
}

Walk::Verdict Walk::overwrite(State &state, SlotId slot) const {
  const Verdict verdict = drop(state, slot);
  return aim == Aim::Taken && slot == first && verdict == Verdict::Found ? Verdict::Safe : verdict;
}

Walk::Verdict Walk::assign(State &state, ExprId place, ExprId value) {
  const std::optional<SlotId> into = places.slotOf(place);
  if (function[place].kind == ExprKind::Var) // what lies behind it is something else now
    for (SlotId slot : places.behind(function[place].var()))
      if (llvm::is_contained(state.holders, slot))
        return Verdict::Safe;
  const bool isHeld = value && holds(state, value);
  if (isHeld && !into)
    return Verdict::Safe; // where it is not followed
  if (isHeld) {
    if (isElsewhere(*into) && !(aim == Aim::Gift && *into == first))
      return Verdict::Safe;
    if (!llvm::is_contained(state.holders, *into))
      state.holders.insert(llvm::lower_bound(state.holders, *into), *into);
    return Verdict::Go;
  }
  return into && llvm::is_contained(state.holders, *into) ? overwrite(state, *into) : Verdict::Go;
}

void Walk::noteReturned(State &state, ExprId place, ExprId value) const {
  if ((aim != Aim::Refusal && aim != Aim::Gift) || !place || function[place].kind != ExprKind::Var ||
      function[place].var() != function.returnVar)
    return;
  state.result = value ? numberOf(state, value) : std::nullopt;
  state.isOtherResult = aim == Aim::Gift && value && !conditions.mayBe(state.known, value, wanted);
}

// `return p ? 0 : -1`, `return p != NULL`: the pointer that is followed is not null.
std::optional<int64_t> Walk::numberOf(const State &state, ExprId value) const {
  if (const std::optional<bool> outcome = isNotNull(state, value))
    return *outcome;
  const Expr &choice = function[value];
  if (choice.kind != ExprKind::Select)
    return conditions.numberOf(state.known, value);
  const std::optional<bool> outcome = isNotNull(state, choice.a);
  return outcome ? conditions.numberOf(state.known, *outcome ? choice.b : choice.c) : std::nullopt;
}

// A test for null of the pointer that is followed, as a value: its outcome.
std::optional<bool> Walk::isNotNull(const State &state, ExprId value) const {
  while (function[value].kind == ExprKind::Cast)
    value = function[value].a;
  const Expr &test = function[value];
  if (test.kind != ExprKind::Binary || (test.op != Op::Eq && test.op != Op::Ne) || !holds(state, test.a) ||
      places.sourceOf(test.b).kind != Source::Kind::Null)
    return {};
  return test.op == Op::Ne;
}

Walk::Verdict Walk::step(State &state, StmtId stmt) {
  const StmtOp &op = function[stmt].op;
  if (const auto *end = std::get_if<End>(&op)) {
    if (isMain || function[end->var].byReference) // the caller destroys it
      return Verdict::Go;
    for (SlotId slot : places.within(end->var))
      if (llvm::is_contained(state.holders, slot))
        if (const Verdict verdict = drop(state, slot); verdict != Verdict::Go)
          return verdict;
    return Verdict::Go;
  }
  if (const auto *free = std::get_if<Free>(&op)) {
    if (!holds(state, free->pointer))
      return touches(state, places.objectOf(free->pointer)) && aim != Aim::SecondFree ? Verdict::Safe : Verdict::Go;
    return release(state, stmt);
  }
  if (const auto *assigned = std::get_if<Assign>(&op)) {
    if (const std::optional<bool> outcome = isNotNull(state, assigned->value)) // done = p != NULL
      conditions.tell(state.known, assigned->place, *outcome, true);
    noteReturned(state, assigned->place, assigned->value);
    return assign(state, assigned->place, assigned->value);
  }
  if (const auto *realloc = std::get_if<Realloc>(&op))
    return holds(state, realloc->old) ? Verdict::Safe : realloc->dst ? assign(state, realloc->dst, {}) : Verdict::Go;
  if (const auto *alloc = std::get_if<Alloc>(&op))
    return alloc->dst ? assign(state, alloc->dst, {}) : Verdict::Go;
  if (const auto *called = std::get_if<Call>(&op))
    return task.model.noReturn(task.id, stmt) ? abortVerdict() : call(state, *called, stmt);
  if (const auto *copy = std::get_if<Copy>(&op))
    return touches(state, places.addressOf(copy->dst)) || touches(state, places.addressOf(copy->src)) ? Verdict::Safe
                                                                                                      : Verdict::Go;
  if (const auto *thrown = std::get_if<Throw>(&op))
    return task.options.exceptions && !(thrown->exception && holds(state, thrown->exception)) ? Verdict::Go
                                                                                              : Verdict::Safe;
  if (std::holds_alternative<Unknown>(op))
    return Verdict::Safe;
  return Verdict::Go;
}

// False: no path goes this way. Else what the test tells is learnt.
bool Walk::passesTest(State &state, ExprId condition, bool outcome) const {
  const Expr &test = function[condition];
  const bool isEquality = test.kind == ExprKind::Binary && (test.op == Op::Eq || test.op == Op::Ne);
  if (isEquality && holds(state, test.a) && holds(state, test.b))
    return (test.op == Op::Eq) == outcome;
  if (isEquality && (test.op == Op::Eq) == outcome && (holds(state, test.a) || holds(state, test.b)))
    return false; // it is not null, and no other object
  return conditions.pass(state.known, condition, outcome);
}

bool Walk::readsBehindHolder(const State &state, ExprId top) const {
  bool isFound = false;
  forEachPart(function, top,
              [&](const Expr &expr) { isFound |= expr.kind == ExprKind::Deref && holds(state, expr.a); });
  return isFound;
}

// `if (!(key->flags & BORROWED)) key_free(key);`: the object says itself whether it is to be freed, and who does not
// free it on the other way has understood it.
bool Walk::isToldByObject(const State &state, uint32_t index) const {
  const Term &term = function.blocks[state.block].term;
  if (term.kind != TermKind::Branch || !readsBehindHolder(state, term.value))
    return false;
  const Block &other = function.blocks[term.edges[1 - index].to.index];
  if (other.term.edges.size() != 1 || other.term.edges.front().to != term.edges[index].to)
    return false; // not only that
  for (uint32_t s = other.firstStmt; s < other.firstStmt + other.stmtCount; ++s) {
    const StmtOp &op = function.stmts[s].op;
    if (const auto *free = std::get_if<Free>(&op); free && holds(state, free->pointer))
      return true;
    if (const auto *call = std::get_if<Call>(&op)) {
      const auto arguments = function.list(call->args);
      for (uint32_t i = 0; i < arguments.size(); ++i)
        if (holds(state, arguments[i]) && labelOf(StmtId(s), i) == true)
          return true;
    }
  }
  return false;
}

void Walk::push(const State &from, uint32_t index) {
  const Term &term = function.blocks[from.block].term;
  const Edge &edge = term.edges[index];
  if ((edge.kind == EdgeKind::Unwind && (!task.options.exceptions || !isMade)) || isToldByObject(from, index))
    return;
  State next = from;
  if (term.kind == TermKind::Branch && !passesTest(next, term.value, index == 0))
    return;
  next.block = edge.to.index;
  next.stmt = function.blocks[next.block].firstStmt;
  if (seen.insert(next).second)
    work.push_back(std::move(next));
}

// What is known at the statement: from the blocks that lead to it and nowhere else, what was set and what was tested.
void Walk::dominatingFacts(State &state, StmtId start) const {
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> predecessors(function.blocks.size());
  for (uint32_t b = 0; b < function.blocks.size(); ++b)
    for (uint32_t e = 0; e < function.blocks[b].term.edges.size(); ++e)
      if (function.blocks[b].term.edges[e].kind != EdgeKind::Unwind)
        predecessors[function.blocks[b].term.edges[e].to.index].push_back({b, e});
  std::vector<std::pair<uint32_t, uint32_t>> chain; // block and the edge that is taken, the nearest first
  for (uint32_t b = state.block; chain.size() < 32 && b != 0 && predecessors[b].size() == 1; b = chain.back().first)
    chain.push_back(predecessors[b].front());
  Knowledge known;
  auto pass = [&](uint32_t index) {
    const Block &block = function.blocks[index];
    for (uint32_t s = block.firstStmt; s < block.firstStmt + block.stmtCount && s <= start.index; ++s)
      conditions.step(known, StmtId(s));
  };
  for (const auto &[from, edge] : llvm::reverse(chain)) {
    pass(from);
    if (const Term &term = function.blocks[from].term; term.kind == TermKind::Branch)
      conditions.pass(known, term.value, edge == 0);
  }
  pass(state.block);
  state.known = known;
}

Walk::Verdict Walk::walkBlock(State &state) {
  const Block &block = function.blocks[state.block];
  for (; state.stmt < block.firstStmt + block.stmtCount; ++state.stmt) {
    conditions.step(state.known, StmtId(state.stmt));
    if (aim == Aim::Gift && state.holders.empty())
      receive(state, StmtId(state.stmt));
    else if (const Verdict verdict = step(state, StmtId(state.stmt)); verdict != Verdict::Go)
      return verdict;
  }
  if (!isLostWithObject(state))
    return Verdict::Go;
  state.stmt = std::max(block.firstStmt + block.stmtCount, 1u) - 1;
  return Verdict::Found;
}

void Walk::pushAll(const State &from) {
  for (uint32_t e = 0; e < function.blocks[from.block].term.edges.size(); ++e)
    push(from, e);
}

State Walk::stateAfter(StmtId start) const {
  State state;
  while (state.block + 1 < function.blocks.size() && function.blocks[state.block + 1].firstStmt <= start.index)
    ++state.block;
  state.stmt = start.index + 1;
  state.holders = {first};
  dominatingFacts(state, start);
  return state;
}

} // namespace custody::engines::ownership
