#include "engines/callees.h"
#include "engines/ownership/library.h"
#include "engines/ownership/walk.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

namespace {

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

// The formal that is what the callee puts there, always or with a result, without a look at what is there.
std::optional<OwnVar> overwriting(const Signature &signature, uint32_t param, int64_t offset) {
  for (OwnVar i = 0; i < signature.isOverwritten.size(); ++i)
    if (const Formal &formal = signature.formals[i];
        signature.isOverwritten[i] && formal.param == param && formal.offset == offset)
      return i;
  return {};
}

} // namespace

// What the callee does with that argument; none: nobody knows.
std::optional<bool> Walk::labelOf(StmtId stmt, uint32_t param) const {
  std::optional<bool> result;
  bool isFirst = true;
  for (const program::CallTargets &targets : task.model.calls.callsAt(task.id, stmt)) {
    if (!targets.isOwnCall()) // what a library calls back does not get the argument itself
      continue;
    if (targets.mayBeUnknown)
      return {};
    for (ProgFuncId target : task.model.calls.targets(targets.targets)) {
      const Signature *signature = task.signatures(target);
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
  const Signature *signature = calleeAt(task, stmt).signature;
  if (!signature || second || param >= signature->isOpaque.size() || labelOf(stmt, param) != false)
    return Verdict::Safe;
  for (SlotId slot : std::vector(state.holders)) {
    const Slot &what = places.slots()[slot.index];
    if (what.root != object.root || what.isBehind != object.isBehind)
      continue;
    if (const std::optional<OwnVar> by = overwriting(*signature, param, what.offset - object.offset)) {
      if (!signature->mustOwn(*by))
        conditions.tell(state.known, std::get<Call>(function[stmt].op).dst, *signature->givenWith[*by]);
      if (const Verdict verdict = overwrite(state, slot); verdict != Verdict::Go)
        return verdict;
      continue;
    }
    if (signature->isOpaque[param])
      return Verdict::Safe;
    const Formal *moved = nullptr;
    switch (effectOn(*signature, param, what.offset - object.offset, &moved)) {
    case Effect::None:
      if (aim == Aim::SecondFree && // it may hold another one by now
          !isConstArgument(task.model.program.moduleOf(task.id), function, std::get<Call>(function[stmt].op), param))
        return Verdict::Safe;
      break;
    case Effect::Overwritten:
      if (const Verdict verdict = overwrite(state, slot); verdict != Verdict::Go)
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
  const Signature *signature = calleeAt(task, stmt).signature;
  if (!call.dst || !signature)
    return;
  if (signature->result.kind == ResultFact::Kind::Constant)
    conditions.tell(state.known, call.dst, signature->result.value, true);
  else if (signature->result.kind == ResultFact::Kind::NonNull)
    conditions.tell(state.known, call.dst, 0, false);
}

// `strcpy(p, text)`: the result is the argument, and both have it.
bool Walk::returnsArgument(StmtId stmt, uint32_t param) const {
  const Signature *signature = calleeAt(task, stmt).signature;
  if (!signature || (param < signature->isKept.size() && signature->isKept[param]))
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
  const Signature *signature = calleeAt(task, stmt).signature;
  if (!call.dst || !signature || aim == Aim::SecondFree || param >= signature->refusedWith.size())
    return {};
  const std::optional<SlotId> into = places.slotOf(call.dst);
  const bool isReturned = function[call.dst].kind == ExprKind::Var && function[call.dst].var() == function.returnVar;
  const bool isOverwritten = into && llvm::is_contained(state.holders, *into); // p = f(p)
  return isReturned || isOverwritten || conditions.isTested(call.dst) ? signature->refusedWith[param] : std::nullopt;
}

// A field of the function's own structure, if the callee puts the argument there: `Holder h(new Thing);`.
std::optional<SlotId> Walk::storedInto(const Call &call, StmtId stmt, uint32_t param) {
  const Signature *signature = calleeAt(task, stmt).signature;
  // What is handed over a second time is, whatever has it then.
  if (!signature || aim == Aim::Refusal || second)
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
  const Callees callees = calleesAt(task.model, task.id, stmt);
  return callees.isComplete && !callees.known.empty() && llvm::all_of(callees.known, [&](ProgFuncId callee) {
           const Signature *signature = task.signatures(callee);
           return signature && !keepsOnFailure(task.model.specs.find(callee)) &&
                  llvm::any_of(signature->external, [&](const OwnConstraint &c) {
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
      if (aim == Aim::Loss || aim == Aim::Taken)
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

} // namespace custody::engines::ownership
