#include "engines/ownership/paths.h"
#include "engines/callees.h"
#include "engines/expressions.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <set>

namespace custody::engines::ownership {

using namespace ir;

namespace {

struct State {
  uint32_t block = 0;
  uint32_t stmt = 0;           // of the function
  std::vector<SlotId> holders; // sorted
  Knowledge known;
  Refusal refusal;
  StmtId released;               // where it was freed or handed over, where a second time is looked for
  std::optional<int64_t> result; // what the function returns, where a refusal is looked for

  auto operator<=>(const State &) const = default;
};

// What a callee does with the pointer at an offset behind a parameter.
// Shown: returned, and still there. Moved: into another argument's object.
enum class Effect { None, Overwritten, Returned, Shown, Released, Moved, Unknown };

Effect effectOn(const Signature &signature, uint32_t param, int64_t offset, const Formal **into = nullptr) {
  std::optional<uint32_t> in, out;
  for (uint32_t i = 0; i < signature.formals.size(); ++i) {
    const Formal &formal = signature.formals[i];
    if (formal.param != param || formal.offset != offset)
      continue;
    if (formal.kind == Formal::Kind::In)
      in = i;
    else if (formal.kind == Formal::Kind::Out)
      out = i;
  }
  if (!in || !out)
    return Effect::None;
  std::optional<bool> before, after;
  bool isReturned = false, isShown = false;
  auto isResult = [&](OwnVar formal) {
    return formal < signature.formals.size() && signature.formals[formal].kind == Formal::Kind::Result;
  };
  for (const OwnConstraint &c : signature.internal) {
    if (c.targets.empty() && c.source == *in)
      before = c.kind == OwnConstraint::Kind::One;
    else if (c.targets.empty() && c.source == *out)
      after = c.kind == OwnConstraint::Kind::One;
    else if (c.kind == OwnConstraint::Kind::Equal && c.targets.size() == 1 &&
             ((c.source == *in && c.targets.front() == *out) || (c.source == *out && c.targets.front() == *in)))
      return Effect::None;
    else if (c.kind == OwnConstraint::Kind::Equal && c.targets.size() == 1 &&
             ((c.source == *in && isResult(c.targets.front())) || (c.targets.front() == *in && isResult(c.source))))
      isReturned = true;
    else if (c.kind == OwnConstraint::Kind::Equal && c.targets.size() == 1 && c.source == *in && into &&
             c.targets.front() < signature.formals.size() &&
             signature.formals[c.targets.front()].kind == Formal::Kind::Out)
      *into = &signature.formals[c.targets.front()];
    else if (c.kind == OwnConstraint::Kind::Equal && c.targets.size() == 2 && c.source == *in)
      isShown |= (c.targets.front() == *out && isResult(c.targets.back())) ||
                 (c.targets.back() == *out && isResult(c.targets.front()));
  }
  if (isReturned)
    return Effect::Returned;
  if (into && *into)
    return Effect::Moved;
  if (before == true && after == true)
    return Effect::None; // there is something, the same or moved
  if (isShown)
    return Effect::Shown;
  if (before == false)
    return Effect::Overwritten;
  return before == true ? Effect::Released : Effect::Unknown;
}

enum class Aim : uint8_t { Loss, SecondFree, Refusal };

class Walk {
public:
  Walk(const WalkInput &input, const Slot &holder, Aim aim, std::optional<StmtId> second = {})
      : model(input.model), options(input.options), signatures(input.signatures), id(input.id),
        module(model.program.moduleOf(id)), function(model.program.function(id)), places(input.places), aim(aim),
        second(second), isMain(model.program.linkName(id) == "main"),
        first(places.findOrAdd({holder.root, holder.isBehind, holder.offset, holder.field})),
        conditions(input.conditions) {}

  std::vector<Loss> lossesAfter(StmtId start);
  // The two releases on one path from the statement on, or from the function's beginning.
  std::optional<Releases> releasesAfter(StmtId start, StmtId firstRelease = {});
  bool isHandedOver(StmtId stmt) const; // the call takes what the first holder has
  std::optional<int64_t> refusal();

private:
  enum class Verdict { Go, Safe, Found };
  static constexpr unsigned MaxStates = 4000;
  static constexpr unsigned MaxMoreStates = 200;    // for other places where it is lost too
  static constexpr unsigned MaxRefusalStates = 400; // asked of every function, not only where something is wrong
  static constexpr unsigned MaxReleaseStates = 400; // asked of every allocation of a component that does not fit

  State stateAfter(StmtId start) const;
  void pushAll(const State &from);
  Verdict release(State &state, StmtId stmt) const;
  bool takes(StmtId stmt, uint32_t param) const;
  bool mayGiveBack(const State &state, const Call &call) const;

  Verdict walkBlock(State &state);
  Verdict abortVerdict() const { return options.abortLeaks && aim == Aim::Loss ? Verdict::Found : Verdict::Safe; }
  Verdict step(State &state, StmtId stmt);
  Verdict assign(State &state, ExprId place, ExprId value);
  Verdict call(State &state, const Call &call, StmtId stmt);
  Verdict drop(State &state, SlotId slot) const;
  bool holds(const State &state, ExprId value) const;
  bool touches(const State &state, const Address &object) const;
  bool isElsewhere(SlotId slot) const { // it outlives the function
    const Slot &what = places.slots()[slot.index];
    return (what.isBehind && !isUnfinished(what)) || function[what.root].kind == VarKind::Return;
  }
  // A field of the object that a constructor makes, which is there for others only if the constructor does not throw.
  bool isUnfinished(const Slot &what) const {
    return options.exceptions && aim == Aim::Loss && isConstructor(function) && what.root == function.params.front();
  }
  bool isLostWithObject(const State &state) const {
    return function.blocks[state.block].term.kind == TermKind::Resume &&
           llvm::any_of(state.holders, [&](SlotId slot) { return isUnfinished(places.slots()[slot.index]); });
  }
  std::optional<bool> labelOf(StmtId stmt, uint32_t param) const;
  std::optional<bool> isNotNull(const State &state, ExprId value) const;
  void push(const State &from, uint32_t edge);
  bool isToldByObject(const State &state, uint32_t edge) const;
  bool readsBehindHolder(const State &state, ExprId expr) const;
  Verdict callOnHolder(State &state, const Address &object, StmtId stmt, uint32_t param);
  std::optional<SlotId> storedInto(const Call &call, StmtId stmt, uint32_t param);
  bool returnsArgument(StmtId stmt, uint32_t param) const;
  void learnResult(State &state, const Call &call, StmtId stmt) const;
  std::optional<int64_t> refusedWith(const State &state, const Call &call, StmtId stmt, uint32_t param) const;
  void noteReturned(State &state, ExprId place, ExprId value) const;
  bool passesTest(State &state, ExprId condition, bool outcome) const;
  void dominatingFacts(State &state, StmtId start) const;

  const program::ProgramModel &model;
  const Options &options;
  Signatures signatures;
  const ProgFuncId id;
  const Module &module;
  const Function &function;
  Places &places;
  const Aim aim;
  const std::optional<StmtId> second;
  const bool isMain;
  const SlotId first;
  const Conditions &conditions;
  std::vector<SlotId> received; // by the call that is looked at: slots that get what a callee returns
  bool isMade = false;          // an allocation that throws has made nothing
  std::set<State> seen;
  std::deque<State> work; // the shortest path first: it has the fewest conditions that could contradict each other
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
  return aim == Aim::SecondFree ? Verdict::Safe : Verdict::Found;
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
    if (isElsewhere(*into))
      return Verdict::Safe;
    if (!llvm::is_contained(state.holders, *into))
      state.holders.insert(llvm::lower_bound(state.holders, *into), *into);
    return Verdict::Go;
  }
  return into && llvm::is_contained(state.holders, *into) ? drop(state, *into) : Verdict::Go;
}

// What the callee does with that argument; none: nobody knows.
std::optional<bool> Walk::labelOf(StmtId stmt, uint32_t param) const {
  std::optional<bool> result;
  bool isFirst = true;
  for (const program::CallTargets &targets : model.calls.callsAt(id, stmt)) {
    if (!targets.isOwnCall()) // what a library calls back does not get the argument itself
      continue;
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
      if (!isFormal && signature && signature->isOnlyRead(param))
        label = false;
      if (!isFirst && label != result)
        return {};
      result = label;
      isFirst = false;
    }
  }
  return result;
}

// What lies in a structure whose address is passed: the callee's signature says whether it is still there.
Walk::Verdict Walk::callOnHolder(State &state, const Address &object, StmtId stmt, uint32_t param) {
  const Callees callees = calleesAt(model, id, stmt);
  const Signature *signature = callees.known.size() == 1 ? signatures(callees.known.front()) : nullptr;
  if (!callees.isComplete || !signature || second || param >= signature->isOpaque.size() ||
      signature->isOpaque[param] || labelOf(stmt, param) != false)
    return Verdict::Safe;
  for (SlotId slot : std::vector(state.holders)) {
    const Slot &what = places.slots()[slot.index];
    if (what.root != object.root || what.isBehind != object.isBehind)
      continue;
    const Formal *moved = nullptr;
    switch (effectOn(*signature, param, what.offset - object.offset, &moved)) {
    case Effect::None:
      if (aim == Aim::SecondFree && // it may hold another one by now
          !isConstArgument(model.program.moduleOf(id), function, std::get<Call>(function[stmt].op), param))
        return Verdict::Safe;
      break;
    case Effect::Overwritten:
      if (const Verdict verdict = drop(state, slot); verdict != Verdict::Go)
        return verdict;
      break;
    case Effect::Returned: {
      const auto &call = std::get<Call>(function[stmt].op);
      const std::optional<SlotId> into = call.dst ? places.slotOf(call.dst) : std::nullopt;
      if (call.dst && !into)
        return Verdict::Safe;
      if (const Verdict verdict = drop(state, slot); verdict != Verdict::Go && !into)
        return verdict;
      if (into)
        received.push_back(*into);
      break;
    }
    case Effect::Shown: {
      const auto &call = std::get<Call>(function[stmt].op);
      const std::optional<SlotId> into = call.dst ? places.slotOf(call.dst) : std::nullopt;
      if (aim != Aim::SecondFree || (call.dst && !into))
        return Verdict::Safe;
      if (into)
        received.push_back(*into);
      break;
    }
    case Effect::Moved: {
      const auto &call = std::get<Call>(function[stmt].op);
      if (moved->param >= call.args.count)
        return Verdict::Safe;
      Address target = places.objectOf(function.list(call.args)[moved->param]);
      target.offset += moved->offset;
      target.field = moved->field;
      if (target.isBehind || !places.mayBeRoot(target) || isElsewhere(places.findOrAdd(target)))
        return Verdict::Safe;
      llvm::erase(state.holders, slot);
      received.push_back(places.findOrAdd(target));
      break;
    }
    case Effect::Released:
      if (const Verdict verdict = release(state, stmt); verdict != Verdict::Go)
        return verdict;
      break;
    case Effect::Unknown:
      return Verdict::Safe;
    }
  }
  return Verdict::Go;
}

void Walk::learnResult(State &state, const Call &call, StmtId stmt) const {
  const Callees callees = calleesAt(model, id, stmt);
  const Signature *signature = callees.known.size() == 1 ? signatures(callees.known.front()) : nullptr;
  if (!call.dst || !callees.isComplete || !signature)
    return;
  if (signature->result.kind == ResultFact::Kind::Constant)
    conditions.tell(state.known, call.dst, signature->result.value, true);
  else if (signature->result.kind == ResultFact::Kind::NonNull)
    conditions.tell(state.known, call.dst, 0, false);
}

// `strcpy(p, text)`: the result is the argument, and both have it.
bool Walk::returnsArgument(StmtId stmt, uint32_t param) const {
  const Callees callees = calleesAt(model, id, stmt);
  const Signature *signature = callees.known.size() == 1 ? signatures(callees.known.front()) : nullptr;
  if (!callees.isComplete || !signature || (param < signature->isKept.size() && signature->isKept[param]))
    return false;
  auto isFormal = [&](OwnVar formal, Formal::Kind kind) {
    return formal < signature->formals.size() && signature->formals[formal].kind == kind;
  };
  return llvm::any_of(signature->external, [&](const OwnConstraint &c) {
    if (c.kind != OwnConstraint::Kind::Equal || c.targets.size() != 1)
      return false;
    OwnVar given = c.source, result = c.targets.front();
    if (isFormal(given, Formal::Kind::Result))
      std::swap(given, result);
    return isFormal(given, Formal::Kind::Param) && isFormal(result, Formal::Kind::Result) &&
           signature->formals[given].param == param;
  });
}

// The callee keeps the argument, but not on every path: the result tells, and the caller heeds it.
std::optional<int64_t> Walk::refusedWith(const State &state, const Call &call, StmtId stmt, uint32_t param) const {
  const Callees callees = calleesAt(model, id, stmt);
  const Signature *signature = callees.known.size() == 1 ? signatures(callees.known.front()) : nullptr;
  if (!call.dst || !callees.isComplete || !signature || aim == Aim::SecondFree ||
      param >= signature->refusedWith.size())
    return {};
  const std::optional<SlotId> into = places.slotOf(call.dst);
  const bool isReturned = function[call.dst].kind == ExprKind::Var && function[call.dst].var() == function.returnVar;
  const bool isOverwritten = into && llvm::is_contained(state.holders, *into); // p = f(p)
  return isReturned || isOverwritten || conditions.isTested(call.dst) ? signature->refusedWith[param] : std::nullopt;
}

void Walk::noteReturned(State &state, ExprId place, ExprId value) const {
  if (aim != Aim::Refusal || !place || function[place].kind != ExprKind::Var ||
      function[place].var() != function.returnVar)
    return;
  state.result.reset();
  while (value && function[value].kind == ExprKind::Cast)
    value = function[value].a;
  if (value && function[value].kind == ExprKind::Int)
    state.result = function[value].imm;
  else if (value && function[value].kind == ExprKind::Null)
    state.result = 0;
}

// A field of the function's own structure, if the callee puts the argument there: `Holder h(new Thing);`.
std::optional<SlotId> Walk::storedInto(const Call &call, StmtId stmt, uint32_t param) {
  const Callees callees = calleesAt(model, id, stmt);
  const Signature *signature = callees.known.size() == 1 ? signatures(callees.known.front()) : nullptr;
  // What is handed over a second time is, whatever has it then.
  if (!callees.isComplete || !signature || aim == Aim::Refusal || second)
    return {};
  auto isFormal = [&](OwnVar formal, Formal::Kind kind) {
    return formal < signature->formals.size() && signature->formals[formal].kind == kind;
  };
  for (const OwnConstraint &c : signature->internal) {
    if (c.kind != OwnConstraint::Kind::Equal || c.targets.size() != 1)
      continue;
    OwnVar given = c.source, out = c.targets.front();
    if (isFormal(given, Formal::Kind::Out))
      std::swap(given, out);
    if (!isFormal(given, Formal::Kind::Param) || !isFormal(out, Formal::Kind::Out) ||
        signature->formals[given].param != param || signature->formals[out].param >= call.args.count)
      continue;
    const Formal &target = signature->formals[out];
    Address object = places.objectOf(function.list(call.args)[target.param]);
    object.offset += target.offset;
    object.field = target.field;
    if (target.field.valid() && !object.isBehind && places.mayBeRoot(object))
      return places.findOrAdd(object);
  }
  return {};
}

// The callee takes ownership of the argument on every path, whether it frees or keeps it.
bool Walk::takes(StmtId stmt, uint32_t param) const {
  const Callees callees = calleesAt(model, id, stmt);
  return callees.isComplete && !callees.known.empty() && llvm::all_of(callees.known, [&](ProgFuncId callee) {
           const Signature *signature = signatures(callee);
           return signature && llvm::any_of(signature->external, [&](const OwnConstraint &c) {
                    return c.kind == OwnConstraint::Kind::One && c.source < signature->formals.size() &&
                           signature->formals[c.source].kind == Formal::Kind::Param &&
                           signature->formals[c.source].param == param;
                  });
         });
}

bool Walk::isHandedOver(StmtId stmt) const {
  const auto *call = std::get_if<Call>(&function[stmt].op);
  const auto arguments = call ? function.list(call->args) : llvm::ArrayRef<ExprId>();
  for (uint32_t i = 0; i < arguments.size(); ++i)
    if (const Source source = places.sourceOf(arguments[i]);
        source.kind == Source::Kind::Slot && source.slot == first && takes(stmt, i))
      return true;
  return false;
}

// Handed over before, and now somebody is called who has it: by another argument that the taker got, or by the pointer.
bool Walk::mayGiveBack(const State &state, const Call &call) const {
  const auto *taker = state.released ? std::get_if<Call>(&function[state.released].op) : nullptr;
  if (!taker)
    return false;
  std::vector<VarId> takers;
  for (ExprId argument : function.list(taker->args))
    if (const Address object = places.objectOf(argument); object.isFollowed() && !holds(state, argument))
      takers.push_back(object.root);
  const auto arguments = function.list(call.args);
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    const Address object = places.objectOf(arguments[i]);
    if ((object.isFollowed() && llvm::is_contained(takers, object.root)) || (i > 0 && holds(state, arguments[i])))
      return true;
  }
  return false;
}

// Whoever holds it still does, and points to nothing.
Walk::Verdict Walk::release(State &state, StmtId stmt) const {
  if (aim != Aim::SecondFree)
    return Verdict::Safe;
  if (state.released)
    return !second || second == stmt ? Verdict::Found : Verdict::Safe;
  state.released = stmt;
  return Verdict::Go;
}

Walk::Verdict Walk::call(State &state, const Call &call, StmtId stmt) {
  const auto arguments = function.list(call.args);
  if (aim == Aim::SecondFree && stmt != second && mayGiveBack(state, call))
    return Verdict::Safe;
  std::optional<int64_t> refusal;
  received.clear();
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    if (const Address object = places.objectOf(arguments[i]);
        touches(state, object) && !holds(state, arguments[i])) // by address
      if (const Verdict verdict = callOnHolder(state, object, stmt, i); verdict != Verdict::Go)
        return verdict;
    if (!holds(state, arguments[i]) || labelOf(stmt, i) == false)
      continue;
    if (second == stmt && !takes(stmt, i))
      return Verdict::Safe;
    if (returnsArgument(stmt, i)) {
      const std::optional<SlotId> into = call.dst ? places.slotOf(call.dst) : std::nullopt;
      if (call.dst && (!into || isElsewhere(*into)))
        return Verdict::Safe;
      if (into)
        received.push_back(*into);
      continue;
    }
    if (const std::optional<int64_t> value = refusedWith(state, call, stmt, i);
        value && (!refusal || refusal == value)) {
      refusal = value;
      state.refusal = {stmt, *value};
      continue;
    }
    if (const std::optional<SlotId> into = storedInto(call, stmt, i)) {
      if (aim == Aim::Loss)
        state.holders.clear();
      received.push_back(*into);
      continue;
    }
    if (const Verdict verdict = takes(stmt, i) ? release(state, stmt) : Verdict::Safe; verdict != Verdict::Go)
      return verdict;
  }
  const bool isReceived = !received.empty();
  const Verdict verdict = call.dst && !isReceived ? assign(state, call.dst, {}) : Verdict::Go;
  for (SlotId slot : received)
    if (!llvm::is_contained(state.holders, slot))
      state.holders.insert(llvm::lower_bound(state.holders, slot), slot);
  if (verdict != Verdict::Go)
    return verdict;
  noteReturned(state, call.dst, {});
  learnResult(state, call, stmt);
  if (refusal)
    conditions.tell(state.known, call.dst, *refusal, true);
  return verdict;
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
    return model.noReturn(id, stmt) ? abortVerdict() : call(state, *called, stmt);
  if (const auto *copy = std::get_if<Copy>(&op))
    return touches(state, places.addressOf(copy->dst)) || touches(state, places.addressOf(copy->src)) ? Verdict::Safe
                                                                                                      : Verdict::Go;
  if (const auto *thrown = std::get_if<Throw>(&op))
    return options.exceptions && !(thrown->exception && holds(state, thrown->exception)) ? Verdict::Go : Verdict::Safe;
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
  if ((edge.kind == EdgeKind::Unwind && (!options.exceptions || !isMade)) || isToldByObject(from, index))
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
    if (const Verdict verdict = step(state, StmtId(state.stmt)); verdict != Verdict::Go)
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

std::optional<Releases> Walk::releasesAfter(StmtId start, StmtId firstRelease) {
  State state;
  if (start)
    state = stateAfter(start);
  state.holders = {first};
  state.released = firstRelease;
  isMade = true;
  work.push_back(std::move(state));
  const unsigned limit = firstRelease ? MaxStates : MaxReleaseStates;
  for (unsigned states = 0; !work.empty() && states < limit; ++states) {
    State now = std::move(work.front());
    work.pop_front();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found)
      return Releases{now.released, StmtId(now.stmt)};
    if (verdict == Verdict::Go)
      pushAll(now);
  }
  return {};
}

std::vector<Loss> Walk::lossesAfter(StmtId start) {
  std::vector<Loss> losses;
  State from;
  if (start)
    from = stateAfter(start);
  from.holders = {first};
  isMade = !start;
  work.push_back(std::move(from));
  unsigned limit = MaxStates;
  for (unsigned states = 0; !work.empty() && states < limit; ++states) {
    State now = std::move(work.front());
    work.pop_front();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found) {
      const StmtId at(now.stmt);
      if (losses.empty())
        limit = std::min(limit, states + MaxMoreStates);
      if (llvm::none_of(losses, [&](const Loss &loss) { return loss.at == at; }))
        losses.push_back({at, now.refusal, isLostWithObject(now)});
    }
    if (verdict != Verdict::Go)
      continue;
    isMade |= states > 0 || (start && start.index + 1 < now.stmt);
    pushAll(now);
  }
  return losses;
}

std::optional<int64_t> Walk::refusal() {
  std::set<int64_t> refused, taken; // results
  State state;
  state.holders = {first};
  isMade = true;
  work.push_back(std::move(state));
  for (unsigned states = 0; !work.empty(); ++states) {
    if (states == MaxRefusalStates)
      return {};
    State now = std::move(work.front());
    work.pop_front();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found) {
      if (now.result)
        refused.insert(*now.result);
    } else if (verdict == Verdict::Safe) {
      now.holders.clear(); // from here on only the result counts
      ++now.stmt;
      work.push_back(std::move(now));
    } else {
      if (now.holders.empty() && now.result && function.blocks[now.block].term.kind == TermKind::Return)
        taken.insert(*now.result);
      pushAll(now);
    }
  }
  const auto telling = llvm::find_if(refused, [&](int64_t result) { return !taken.contains(result); });
  return telling == refused.end() ? std::nullopt : std::optional(*telling);
}

// Whether some statement returns a constant.
bool mayRefuse(const Function &function) {
  return function.returnVar && llvm::any_of(function.stmts, [&](const Stmt &stmt) {
           const auto *assign = std::get_if<Assign>(&stmt.op);
           if (!assign || function[assign->place].kind != ExprKind::Var ||
               function[assign->place].var() != function.returnVar)
             return false;
           const ExprKind kind = function[assign->value].kind;
           return kind == ExprKind::Int || kind == ExprKind::Null;
         });
}

} // namespace

std::vector<Loss> findLosses(const WalkInput &input, StmtId start, const Slot &holder) {
  return Walk(input, holder, Aim::Loss).lossesAfter(start);
}

bool isFreedAgain(const WalkInput &input, StmtId firstFree, const Slot &holder, StmtId second) {
  Walk walk(input, holder, Aim::SecondFree, second);
  if (std::holds_alternative<Call>(input.model.program.function(input.id)[firstFree].op) &&
      !walk.isHandedOver(firstFree))
    return false;
  return walk.releasesAfter(firstFree, firstFree).has_value();
}

std::optional<Releases> findSecondRelease(const WalkInput &input, StmtId start, const Slot &holder) {
  return Walk(input, holder, Aim::SecondFree).releasesAfter(start);
}

std::vector<std::optional<int64_t>> refusals(const program::ProgramModel &model, const Options &options,
                                             Signatures signatures, ProgFuncId id, const std::vector<bool> &isKept) {
  const Function &function = model.program.function(id);
  std::vector<std::optional<int64_t>> result;
  if (!llvm::is_contained(isKept, true) || !mayRefuse(function))
    return result;
  const Conditions conditions(model, id);
  Places places(model.program, id);
  result.resize(isKept.size());
  for (uint32_t i = 0; i < isKept.size(); ++i)
    if (isKept[i])
      result[i] =
          Walk({conditions, places, model, options, signatures, id}, {function.params[i], false, 0, {}}, Aim::Refusal)
              .refusal();
  return result;
}

} // namespace custody::engines::ownership
