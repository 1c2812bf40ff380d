#include "engines/ownership/paths.h"
#include "engines/ownership/places.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::ownership {

using namespace ir;

namespace {

// What is known of a variable: it is, or is not, a number.
struct Fact {
  VarId var;
  int64_t value = 0;
  bool isEqual = true;

  auto operator<=>(const Fact &) const = default;
};

struct State {
  uint32_t block = 0;
  uint32_t stmt = 0;           // of the function
  std::vector<SlotId> holders; // sorted
  std::vector<Fact> facts;     // sorted

  auto operator<=>(const State &) const = default;
};

class Walk {
public:
  Walk(const WalkInput &input, const Slot &holder, std::optional<StmtId> second)
      : model(input.model), signatures(input.signatures), id(input.id), module(model.program.moduleOf(id)),
        function(model.program.function(id)), places(model.program, id), second(second),
        isMain(model.program.linkName(id) == "main"),
        first(places.findOrAdd({holder.root, holder.isBehind, holder.offset, holder.field})) {}

  std::optional<StmtId> run(StmtId start);

private:
  enum class Verdict { Go, Safe, Found };
  static constexpr unsigned MaxStates = 4000;
  static constexpr size_t MaxFacts = 6;

  Verdict walkBlock(State &state);
  Verdict step(State &state, StmtId stmt);
  Verdict assign(State &state, ExprId place, ExprId value);
  Verdict call(State &state, const Call &call, StmtId stmt);
  Verdict drop(State &state, SlotId slot) const;
  bool holds(const State &state, ExprId value) const;
  bool touches(const State &state, const Address &object) const;
  std::optional<bool> labelOf(StmtId stmt, uint32_t param) const;
  void push(const State &from, uint32_t edge);
  bool passesTest(State &state, const Expr &condition, bool outcome) const;
  void dominatingFacts(State &state, StmtId start) const;
  void learnFrom(State &state, const StmtOp &op) const;
  void forgetVar(State &state, VarId var) const;
  void learn(State &state, Fact fact) const;

  const program::ProgramModel &model;
  Signatures signatures;
  const ProgFuncId id;
  const Module &module;
  const Function &function;
  Places places;
  const std::optional<StmtId> second;
  const bool isMain;
  const SlotId first;
  std::set<State> seen;
  std::vector<State> work;
};

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
  return second ? Verdict::Safe : Verdict::Found;
}

void Walk::forgetVar(State &state, VarId var) const {
  llvm::erase_if(state.facts, [&](const Fact &fact) { return fact.var == var; });
}

void Walk::learn(State &state, Fact fact) const {
  if (fact.isEqual)
    forgetVar(state, fact.var);
  if (state.facts.size() < MaxFacts && !llvm::is_contained(state.facts, fact))
    state.facts.insert(llvm::lower_bound(state.facts, fact), fact);
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
    const Slot &what = places.slots()[into->index];
    if (what.isBehind || function[what.root].kind == VarKind::Return)
      return Verdict::Safe;
    if (!llvm::is_contained(state.holders, *into))
      state.holders.insert(llvm::lower_bound(state.holders, *into), *into);
    return Verdict::Go;
  }
  if (function[place].kind == ExprKind::Var) {
    forgetVar(state, function[place].var());
    if (value && function[value].kind == ExprKind::Int)
      learn(state, {function[place].var(), function[value].imm, true});
  }
  return into && llvm::is_contained(state.holders, *into) ? drop(state, *into) : Verdict::Go;
}

// What the callee does with that argument; none: nobody knows.
std::optional<bool> Walk::labelOf(StmtId stmt, uint32_t param) const {
  std::optional<bool> result;
  bool isFirst = true;
  for (const program::CallTargets &targets : model.calls.callsAt(id, stmt)) {
    if (!targets.isOwnCall())
      return {};
    if (targets.mayBeUnknown)
      return {};
    for (ProgFuncId target : model.calls.targets(targets.targets)) {
      const Signature *signature = signatures(target);
      if (signature && param < signature->isKept.size() && signature->isKept[param])
        return {};
      std::optional<bool> label;
      bool isFormal = false;
      for (uint32_t i = 0; signature && i < signature->formals.size(); ++i)
        if (signature->formals[i].kind == Formal::Kind::Param && signature->formals[i].param == param) {
          isFormal = true;
          for (const OwnConstraint &c : signature->external)
            if (c.source == i && c.targets.empty())
              label = c.kind == OwnConstraint::Kind::One;
        }
      if (!isFormal && signature && signature->borrowsRest)
        label = false;
      if (!isFirst && label != result)
        return {};
      result = label;
      isFirst = false;
    }
  }
  return result;
}

Walk::Verdict Walk::call(State &state, const Call &call, StmtId stmt) {
  const auto arguments = function.list(call.args);
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    if (touches(state, places.objectOf(arguments[i])) && !holds(state, arguments[i]))
      return Verdict::Safe; // by address
    if (holds(state, arguments[i]) && labelOf(stmt, i) != false)
      return Verdict::Safe;
  }
  return call.dst ? assign(state, call.dst, {}) : Verdict::Go;
}

Walk::Verdict Walk::step(State &state, StmtId stmt) {
  const StmtOp &op = function[stmt].op;
  if (const auto *end = std::get_if<End>(&op)) {
    forgetVar(state, end->var);
    if (isMain)
      return Verdict::Go;
    for (SlotId slot : places.within(end->var))
      if (llvm::is_contained(state.holders, slot))
        if (const Verdict verdict = drop(state, slot); verdict != Verdict::Go)
          return verdict;
    return Verdict::Go;
  }
  if (const auto *free = std::get_if<Free>(&op)) {
    if (!holds(state, free->pointer))
      return touches(state, places.objectOf(free->pointer)) && !second ? Verdict::Safe : Verdict::Go;
    return second == stmt ? Verdict::Found : Verdict::Safe;
  }
  if (const auto *assigned = std::get_if<Assign>(&op))
    return assign(state, assigned->place, assigned->value);
  if (const auto *realloc = std::get_if<Realloc>(&op))
    return holds(state, realloc->old) ? Verdict::Safe : realloc->dst ? assign(state, realloc->dst, {}) : Verdict::Go;
  if (const auto *alloc = std::get_if<Alloc>(&op))
    return alloc->dst ? assign(state, alloc->dst, {}) : Verdict::Go;
  if (const auto *called = std::get_if<Call>(&op))
    return model.noReturn(id, stmt) ? Verdict::Safe : call(state, *called, stmt);
  if (const auto *copy = std::get_if<Copy>(&op))
    return touches(state, places.addressOf(copy->dst)) || touches(state, places.addressOf(copy->src)) ? Verdict::Safe
                                                                                                      : Verdict::Go;
  if (std::holds_alternative<Unknown>(op) || std::holds_alternative<Throw>(op))
    return Verdict::Safe;
  return Verdict::Go;
}

// False: the facts say that the condition has the other outcome. Else what it tells is learnt.
bool Walk::passesTest(State &state, const Expr &condition, bool outcome) const {
  if (condition.kind != ExprKind::Binary || (condition.op != Op::Eq && condition.op != Op::Ne))
    return true;
  const bool isEqual = (condition.op == Op::Eq) == outcome;
  if (isEqual && (holds(state, condition.a) || holds(state, condition.b)))
    return false; // it is not null, and no other object
  ExprId subject = condition.a;
  while (function[subject].kind == ExprKind::Cast)
    subject = function[subject].a;
  const Expr &left = function[subject], &right = function[condition.b];
  if (left.kind != ExprKind::Load || function[left.a].kind != ExprKind::Var ||
      (right.kind != ExprKind::Int && right.kind != ExprKind::Null))
    return true;
  const VarId var = function[left.a].var();
  const int64_t value = right.kind == ExprKind::Int ? right.imm : 0;
  for (const Fact &fact : state.facts) {
    if (fact.var != var)
      continue;
    const bool isSame = fact.value == value;
    if (fact.isEqual ? isSame != isEqual : isSame && isEqual)
      return false;
  }
  learn(state, {var, value, isEqual});
  return true;
}

void Walk::push(const State &from, uint32_t index) {
  const Term &term = function.blocks[from.block].term;
  const Edge &edge = term.edges[index];
  if (edge.kind == EdgeKind::Unwind)
    return;
  State next = from;
  if (term.kind == TermKind::Branch && !passesTest(next, function[term.value], index == 0))
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
  State known;
  auto pass = [&](uint32_t index) {
    const Block &block = function.blocks[index];
    for (uint32_t s = block.firstStmt; s < block.firstStmt + block.stmtCount && s < start.index; ++s)
      learnFrom(known, function.stmts[s].op);
  };
  for (const auto &[from, edge] : llvm::reverse(chain)) {
    pass(from);
    if (const Term &term = function.blocks[from].term; term.kind == TermKind::Branch)
      passesTest(known, function[term.value], edge == 0);
  }
  pass(state.block);
  state.facts = known.facts;
}

void Walk::learnFrom(State &state, const StmtOp &op) const {
  const ExprId place = destination(op);
  if (!place || function[place].kind != ExprKind::Var)
    return;
  forgetVar(state, function[place].var());
  if (const auto *assign = std::get_if<Assign>(&op); assign && function[assign->value].kind == ExprKind::Int)
    learn(state, {function[place].var(), function[assign->value].imm, true});
}

Walk::Verdict Walk::walkBlock(State &state) {
  const Block &block = function.blocks[state.block];
  for (; state.stmt < block.firstStmt + block.stmtCount; ++state.stmt)
    if (const Verdict verdict = step(state, StmtId(state.stmt)); verdict != Verdict::Go)
      return verdict;
  return Verdict::Go;
}

std::optional<StmtId> Walk::run(StmtId start) {
  State state;
  while (state.block + 1 < function.blocks.size() && function.blocks[state.block + 1].firstStmt <= start.index)
    ++state.block;
  state.stmt = start.index + 1;
  state.holders = {first};
  dominatingFacts(state, start);
  work.push_back(std::move(state));
  for (unsigned states = 0; !work.empty() && states < MaxStates; ++states) {
    State now = std::move(work.back());
    work.pop_back();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found)
      return StmtId(now.stmt);
    if (verdict == Verdict::Safe)
      continue;
    for (uint32_t e = 0; e < function.blocks[now.block].term.edges.size(); ++e)
      push(now, e);
  }
  return {};
}

} // namespace

std::optional<StmtId> findLoss(const WalkInput &input, StmtId start, const Slot &holder) {
  return Walk(input, holder, {}).run(start);
}

bool isFreedAgain(const WalkInput &input, StmtId firstFree, const Slot &holder, StmtId second) {
  return Walk(input, holder, second).run(firstFree).has_value();
}

} // namespace custody::engines::ownership
