// Calls: the callee's signature with the caller's versions for its formals.
//
// A pointer argument is first assigned to a fresh variable, as in the paper: y = y' + s. What lies behind an argument
// is bound to the caller's slots where the caller follows that object (an internal call: `this`, or `&p`, or a
// structure whose fields it touches itself); else the class's own invariants hold (an external call).
#include "engines/ownership/generator.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;
using Kind = OwnConstraint::Kind;

namespace {

constexpr size_t MaxTargets = 16;

std::optional<bool> labelOf(const Signature &signature, const Formal &formal) {
  for (uint32_t i = 0; i < signature.formals.size(); ++i) {
    if (signature.formals[i] != formal)
      continue;
    for (const OwnConstraint &constraint : signature.external)
      if (constraint.source == i && (constraint.kind == Kind::Zero || constraint.kind == Kind::One))
        return constraint.kind == Kind::One;
  }
  return {};
}

// `returns dest`: all that happens to the argument is that it comes back.
bool onlyComesBack(const Signature &signature, OwnVar formal) {
  auto isResult = [&](OwnVar other) {
    return other < signature.formals.size() && signature.formals[other].kind == Formal::Kind::Result;
  };
  return llvm::any_of(signature.external, [&](const OwnConstraint &c) {
    return c.kind == Kind::Equal && c.targets.size() == 1 &&
           ((c.source == formal && isResult(c.targets.front())) || (c.targets.front() == formal && isResult(c.source)));
  });
}

// What several targets agree on.
Signature merge(llvm::ArrayRef<const Signature *> all) {
  Signature result;
  for (const Formal &formal : all.front()->formals) {
    if (formal.kind != Formal::Kind::Param && formal.kind != Formal::Kind::Result)
      continue;
    const std::optional<bool> label = labelOf(*all.front(), formal);
    result.formals.push_back(formal);
    if (label && llvm::all_of(all, [&](const Signature *other) { return labelOf(*other, formal) == label; }))
      result.external.push_back({*label ? Kind::One : Kind::Zero, static_cast<OwnVar>(result.formals.size() - 1), {}});
  }
  result.internal = result.external;
  result.isOpaque.assign(all.front()->isOpaque.size(), true);
  result.isKept.resize(all.front()->isOpaque.size());
  for (const Signature *one : all)
    for (size_t i = 0; i < std::min(one->isKept.size(), result.isKept.size()); ++i)
      result.isKept[i] = result.isKept[i] || one->isKept[i];
  return result;
}

} // namespace

// Null: nothing is known of what runs.
const Signature *Generator::signatureOf(const Call &call, ProgFuncId &callee) {
  llvm::SmallVector<const Signature *, 4> found;
  for (const program::CallTargets &targets : task.model.calls.callsAt(task.id, stmt)) {
    if (!targets.isOwnCall())
      continue;
    const auto functions = task.model.calls.targets(targets.targets);
    if (targets.mayBeUnknown || targets.kind == program::CallKind::Signature || functions.size() > MaxTargets)
      return nullptr;
    for (ProgFuncId target : functions) {
      const Signature *signature = task.signatures(target);
      if (!signature)
        return nullptr;
      callee = target;
      found.push_back(signature);
    }
  }
  if (found.size() < 2)
    return found.empty() ? nullptr : found.front();
  merged.push_back(merge(found));
  return &merged.back();
}

// What callees leave in the function's own structures has an owner here, even if only callees touch it:
//
//     Buffer b;  buffer_init(&b);  if (failed) return -1;  buffer_free(&b);        b.data is lost on the way out
void Generator::addCalleeSlots() {
  for (uint32_t s = 0; s < function.stmts.size(); ++s) {
    const auto *call = std::get_if<Call>(&function.stmts[s].op);
    if (!call)
      continue;
    stmt = StmtId(s);
    const auto arguments = function.list(call->args);
    ProgFuncId callee;
    const Signature *signature = nullptr;
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      const Address object = places.objectOf(arguments[i]);
      if (!object.isFollowed() || object.isBehind || !places.mayBeRoot(object))
        continue;
      if (!signature && !(signature = signatureOf(*call, callee)))
        break;
      for (const Formal &formal : signature->formals)
        if (formal.kind == Formal::Kind::Out && formal.param == i && formal.field.valid())
          places.findOrAdd({object.root, false, object.offset + formal.offset, formal.field});
    }
    const Address result = isRecord(call->dst) ? places.addressOf(call->dst) : Address();
    if (!result.isFollowed() || result.isBehind || !places.mayBeRoot(result) ||
        (!signature && !(signature = signatureOf(*call, callee))))
      continue;
    for (const Formal &formal : signature->formals)
      if (formal.kind == Formal::Kind::Out && formal.param == Formal::InResult)
        places.findOrAdd({result.root, false, result.offset + formal.offset, formal.field});
  }
}

// `p = std::make_unique<T>();`: what is in the object that is returned.
void Generator::bindResultFields(const Call &call, Binding &binding) {
  if (!isRecord(call.dst))
    return;
  const Address result = places.addressOf(call.dst);
  if (places.mayBeRoot(result))
    forgetObject(result, -1);
  for (uint32_t i = 0; i < binding.signature->formals.size(); ++i) {
    const Formal &formal = binding.signature->formals[i];
    if (formal.kind != Formal::Kind::Out || formal.param != Formal::InResult || !places.mayBeRoot(result))
      continue;
    const std::optional<SlotId> slot = places.find({result.root, result.isBehind, result.offset + formal.offset, {}});
    if (!slot)
      continue;
    const Left left = i < binding.signature->left.size() ? binding.signature->left[i] : Left::Known;
    binding.variables[i] = left == Left::Null ? freshNull(*slot) : fresh(*slot);
    system.versions[binding.variables[i]].isUnsure = left == Left::Unsure;
    write(*slot, binding.variables[i]);
  }
}

// Who reads a `va_list` reads the arguments that it was made of.
void Generator::noteVariadic(const Call &call, const Signature *signature) {
  const bool isReadOnly = signature && (signature->borrowsRest || signature->borrowsVariadic);
  for (ExprId argument : function.list(call.args))
    if (!isReadOnly && places.isVariadicList(argument))
      system.borrowsVariadic = false;
}

void Generator::callUnknown(const Call &call) {
  for (ExprId argument : function.list(call.args)) {
    if (mayCarry(argument)) {
      noteKept(places.sourceOf(argument));
      const OwnVar given = transfer(places.sourceOf(argument), Cause::Passed);
      require(Kind::Zero, given, {}, Cause::Handed, Rank::Indirect);
    }
    useField(FieldEvent::Kind::AddressTaken, places.passedField(argument), 0);
    forgetObject(places.objectOf(argument), -1);
  }
  storeUnknown(call.dst);
  if (isRecord(call.dst) && places.mayBeRoot(places.addressOf(call.dst)))
    forgetObject(places.addressOf(call.dst), -1);
}

// Where the result is kept the argument is: `table[i] = strcpy(p, s);`.
void Generator::noteComesBack(const Call &call, const Source &source) {
  if (!call.dst || source.kind != Source::Kind::Slot || places.slots()[source.slot.index].isBehind)
    return;
  if (function[call.dst].kind == ExprKind::Var)
    sameAs.push_back({function[call.dst].var(), places.slots()[source.slot.index].root});
  else
    noteKept(source);
}

void Generator::keepWhatCameBack() {
  for (bool isChanging = true; isChanging;) {
    isChanging = false;
    for (const auto &[result, argument] : sameAs)
      if (system.isHeldElsewhere[result.index] && !system.isHeldElsewhere[argument.index]) {
        noteKept(argument);
        isChanging = true;
      }
  }
}

void Generator::bindParams(const Call &call, Binding &binding) {
  const auto arguments = function.list(call.args);
  std::vector<bool> isBound(arguments.size());
  for (uint32_t i = 0; i < binding.signature->formals.size(); ++i) {
    const Formal &formal = binding.signature->formals[i];
    if (formal.kind != Formal::Kind::Param || formal.param >= arguments.size())
      continue;
    isBound[formal.param] = true;
    const size_t first = system.constraints.size();
    const Source source = places.sourceOf(arguments[formal.param]);
    const auto &isKept = binding.signature->isKept;
    const bool isStored = formal.param < isKept.size() && isKept[formal.param];
    if (!isStored && onlyComesBack(*binding.signature, i))
      noteComesBack(call, source);
    else if (isStored || !labelOf(*binding.signature, formal))
      noteKept(source);
    binding.variables[i] = transfer(source, Cause::Passed);
    for (size_t k = first; k < system.constraints.size(); ++k)
      system.constraints[k].callee = binding.callee;
    const Address object = places.objectOf(arguments[formal.param]);
    if (object.isFollowed() && object.isBehind && labelOf(*binding.signature, formal) == true)
      system.freedRoots.push_back(object.root);
  }
  for (uint32_t i = 0; i < arguments.size(); ++i) { // what the callee does not follow itself
    const Source source = places.sourceOf(arguments[i]);
    if (isBound[i] || source.kind != Source::Kind::Slot || binding.signature->isOnlyRead(i))
      continue;
    noteKept(source);
    transfer(source, Cause::Passed);
  }
}

// `get(&s); get(&s);`: what a variable of the function's own has is lost where a callee puts something else there.
// Callees make no demand of what a `T **` leads to (store() says why), but here the variable is known.
void Generator::overwriteOwn(const Signature &signature, OwnVar formal, SlotId slot) {
  const bool isOverwritten = formal < signature.isOverwritten.size() && signature.isOverwritten[formal] &&
                             !signature.formals[formal].field.valid() && signature.mustOwn(formal);
  if (isOverwritten && !places.slots()[slot.index].isBehind && !system.versions[read(slot)].isNull)
    zero(read(slot), Cause::Overwritten, slot);
}

void Generator::bindFields(const Call &call, Binding &binding) {
  const auto arguments = function.list(call.args);
  const auto &formals = binding.signature->formals;
  std::vector<std::pair<SlotId, OwnVar>> outs;
  for (uint32_t i = 0; i < formals.size(); ++i) {
    const Formal &formal = formals[i];
    if ((formal.kind != Formal::Kind::In && formal.kind != Formal::Kind::Out) || formal.param >= arguments.size())
      continue;
    Address object = places.objectOf(arguments[formal.param]);
    object.offset += formal.offset;
    object.field = formal.field;
    if (!places.mayBeRoot(object))
      continue;
    std::optional<SlotId> slot = places.find(object);
    // The receiver's own fields, and what a `T **` leads to, are followed even if only callees touch them.
    if (!slot && object.isBehind && places.isEntryValue(object.root) && places.isWord(object))
      slot = places.findOrAdd(object);
    if (!slot)
      continue;
    binding.isInternal |= formal.field.valid();
    // `set(&s->path)`: the callee does not know which field it is.
    const FieldKey passed = formal.field.valid() ? FieldKey() : places.slots()[slot->index].field;
    if (formal.kind == Formal::Kind::In) {
      binding.variables[i] = read(*slot);
      useField(FieldEvent::Kind::Taken, passed, binding.variables[i]);
    } else {
      overwriteOwn(*binding.signature, i, *slot);
      const Left left = i < binding.signature->left.size() ? binding.signature->left[i] : Left::Known;
      binding.variables[i] = left == Left::Null ? freshNull(*slot) : fresh(*slot);
      // Null that stays null on some path is nothing that could be lost there.
      const bool isNullBefore = i > 0 && formals[i - 1].kind == Formal::Kind::In &&
                                formals[i - 1].offset == formal.offset &&
                                system.versions[binding.variables[i - 1]].isNull;
      system.versions[binding.variables[i]].isUnsure =
          left == Left::Unsure || (left == Left::AsEntered && isNullBefore);
      useField(FieldEvent::Kind::OwningStore, passed, binding.variables[i]);
      outs.push_back({*slot, binding.variables[i]});
    }
  }
  const auto &isOpaque = binding.signature->isOpaque, &isKept = binding.signature->isKept;
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    const bool isFollowed = i < isOpaque.size() && !isOpaque[i];
    if (!isFollowed)
      forgetObject(places.objectOf(arguments[i]), -1);
    if (!isFollowed || (i < isKept.size() && isKept[i]))
      useField(FieldEvent::Kind::AddressTaken, places.passedField(arguments[i]), 0);
  }
  for (const auto &[slot, variable] : outs)
    write(slot, variable);
}

// Results, and what is left behind an argument: in the function's own variables and structures.
bool Generator::isGiven(const Binding &binding, OwnVar index) const {
  const auto &formals = binding.signature->formals;
  const Formal &formal = formals[index];
  if (formal.kind != Formal::Kind::Result && formal.kind != Formal::Kind::Out)
    return false;
  if (!formal.field.valid())
    return true;
  const SlotId slot = system.versions[binding.variables[index]].slot;
  return slot && !places.slots()[slot.index].isBehind;
}

// What the callee leaves there was there before, and only moved: its version then.
std::optional<OwnVar> Generator::movedFrom(const Binding &binding, OwnVar index) const {
  const auto &formals = binding.signature->formals;
  const Formal &formal = formals[index];
  for (OwnVar i = 0; i < formals.size(); ++i)
    if (formals[i].kind == Formal::Kind::In && formals[i].param == formal.param && formals[i].offset == formal.offset &&
        !system.versions[binding.variables[i]].isNull)
      return binding.variables[i];
  return {};
}

void Generator::instantiate(const Binding &binding) {
  std::vector<OwnVar> variables = binding.variables;
  auto variable = [&](OwnVar formal) {
    while (variables.size() <= formal)
      variables.push_back(fresh());
    return variables[formal];
  };
  const auto &constraints = binding.isInternal ? binding.signature->internal : binding.signature->external;
  for (const OwnConstraint &formal : constraints) {
    llvm::SmallVector<OwnVar, 4> targets;
    for (OwnVar target : formal.targets)
      targets.push_back(variable(target));
    const OwnVar source = variable(formal.source);
    // Null is what the callee wants it to be.
    if (formal.targets.empty() && (system.versions[source].isNull || system.versions[source].isUnsure))
      continue;
    const Rank rank = formal.targets.empty()                                     ? Rank::Constant
                      : formal.kind == Kind::Equal && formal.targets.size() == 1 ? Rank::Equality
                                                                                 : Rank::Choice;
    Constraint &constraint = require(formal.kind, source, targets, Cause::Callee, rank);
    constraint.order = 1; // after the function's own of the same rank
    constraint.callee = binding.callee;
    constraint.isGiven = formal.source < binding.signature->formals.size() && isGiven(binding, formal.source);
    constraint.isLeft = constraint.isGiven && binding.signature->formals[formal.source].kind == Formal::Kind::Out;
    if (constraint.isGiven && binding.signature->formals[formal.source].field.valid())
      constraint.movedFrom = movedFrom(binding, formal.source);
  }
}

// While another object is called, the fields of this one are as its class says (STMT-EXTCALL), if nothing is relaxed.
void Generator::checkSender() {
  if (!task.options.audit || !function.record || function.params.empty())
    return;
  for (SlotId slot : places.behind(function.params.front())) {
    const FieldKey field = places.slots()[slot.index].field;
    if (field.valid() && !system.versions[read(slot)].isNull)
      require(Kind::One, read(slot), {}, Cause::Sender, Rank::Indirect).field = field;
  }
}

void Generator::finishResult(const Call &call, const Binding &binding) {
  OwnVar result = ~0u;
  for (uint32_t i = 0; i < binding.signature->formals.size(); ++i)
    if (binding.signature->formals[i].kind == Formal::Kind::Result)
      result = binding.variables[i];
  if (!call.dst) {
    if (result != ~0u)
      zero(result, Cause::Ended);
    return;
  }
  if (!places.isOwnable(function[call.dst].type))
    return;
  if (binding.signature->isResultKept && function[call.dst].kind == ExprKind::Var)
    system.isHeldElsewhere[function[call.dst].var().index] = true;
  if (result == ~0u)
    storeUnknown(call.dst);
  else
    store(call.dst, result);
}

void Generator::visit(const Call &call) {
  Binding binding;
  binding.signature = signatureOf(call, binding.callee);
  noteVariadic(call, binding.signature);
  if (!binding.signature)
    return callUnknown(call);
  for (size_t i = 0; i < binding.signature->formals.size(); ++i)
    binding.variables.push_back(fresh());
  bindParams(call, binding);
  bindFields(call, binding);
  bindResultFields(call, binding);
  if (!binding.isInternal)
    checkSender();
  instantiate(binding);
  finishResult(call, binding);
}

} // namespace custody::engines::ownership
