#include "engines/ownership/generator.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;
using Kind = OwnConstraint::Kind;

void Generator::useField(FieldEvent::Kind kind, FieldKey field, OwnVar variable, VarId root) {
  if (field.valid())
    system.uses.push_back({kind, field, variable, stmt, root});
}

// Integers carry pointers only where the program casts; those are not followed.
bool Generator::mayCarry(ExprId value) const {
  return places.isOwnable(function[value].type) || places.sourceOf(value).kind == Source::Kind::Slot;
}

OwnVar Generator::transfer(const Source &source, Cause cause) {
  switch (source.kind) {
  case Source::Kind::Null:
    return freshNull({});
  case Source::Kind::Borrowed: {
    const OwnVar variable = fresh();
    zero(variable, Cause::NotOwning);
    return variable;
  }
  case Source::Kind::Unknown: {
    const OwnVar variable = fresh();
    Constraint &tight = require(Kind::Zero, variable, {}, Cause::Loaded, Rank::Indirect);
    tight.field = source.field;
    useField(FieldEvent::Kind::Taken, source.field, variable);
    return variable;
  }
  case Source::Kind::Slot:
    break;
  }
  const OwnVar before = read(source.slot);
  if (system.versions[before].isNull)
    return freshNull({});
  const OwnVar kept = freshLike(before, source.slot), given = freshLike(before, {});
  require(Kind::Equal, before, {kept, given}, cause, Rank::Choice).slot = source.slot;
  write(source.slot, kept);
  useField(FieldEvent::Kind::Taken, places.slots()[source.slot.index].field, given);
  return given;
}

// A parameter that is stored, on whatever path, may be owned by somebody else afterwards.
void Generator::noteKept(const Source &source) {
  if (source.kind != Source::Kind::Slot)
    return;
  const Slot &what = places.slots()[source.slot.index];
  if (!what.isBehind)
    noteKept(what.root);
}

void Generator::noteKept(VarId root) {
  system.isHeldElsewhere[root.index] = true;
  for (uint32_t i = 0; i < function.params.size(); ++i)
    if (places.canonical(root) == function.params[i])
      system.isKept[i] = true;
}

void Generator::noteCopied(VarId from, VarId into) {
  if (system.isHeldElsewhere[from.index])
    system.isHeldElsewhere[into.index] = true;
  if (llvm::any_of(sameAs, [&](const auto &pair) { return pair.first == from || pair.second == from; })) {
    sameAs.push_back({into, from});
    sameAs.push_back({from, into});
  }
}

// Behind a variable that points elsewhere now are other fields.
void Generator::afterAssignment(VarId root) {
  for (SlotId slot : places.behind(root)) {
    const OwnVar unpacked = fresh(slot);
    write(slot, unpacked);
    useField(FieldEvent::Kind::OwnedAtDestruction, places.slots()[slot.index].field, unpacked, root);
  }
}

void Generator::store(ExprId place, OwnVar value) {
  const std::optional<SlotId> slot = places.slotOf(place);
  const FieldKey field = places.fieldOf(place);
  if (!system.versions[value].isNull)
    useField(FieldEvent::Kind::OwningStore, field, value);
  if (!slot) {
    Constraint &tight = require(Kind::Zero, value, {}, Cause::Stored, Rank::Indirect);
    tight.field = field;
    return;
  }
  const Slot what = places.slots()[slot->index];
  const OwnVar before = read(*slot);
  // What a `T **` or an uninitialised structure led to before is mostly nothing.
  const bool isOut = what.isBehind && !what.field.valid();
  if (!isOut && !system.versions[before].isNull)
    zero(before, Cause::Overwritten, *slot);
  system.versions[value].slot = *slot;
  write(*slot, value);
  if (!what.isBehind && what.offset == 0)
    afterAssignment(what.root);
}

void Generator::storeUnknown(ExprId place) {
  if (place && places.isOwnable(function[place].type))
    store(place, fresh());
}

llvm::SmallVector<SlotId, 4> Generator::slotsIn(const Address &object, int64_t size) const {
  llvm::SmallVector<SlotId, 4> result;
  if (!object.isFollowed())
    return result;
  for (SlotId slot : object.isBehind ? places.behind(object.root) : places.within(object.root)) {
    const int64_t offset = places.slots()[slot.index].offset;
    if (offset >= object.offset && (size < 0 || offset < object.offset + size))
      result.push_back(slot);
  }
  return result;
}

void Generator::forgetObject(const Address &object, int64_t size) {
  for (SlotId slot : slotsIn(object, size))
    forget(slot);
}

void Generator::visit(const Begin &s) {
  if (function[s.var].kind == VarKind::Param)
    return; // it holds what the caller passed
  for (SlotId slot : places.within(s.var))
    write(slot, freshNull(slot));
}

void Generator::visit(const End &s) {
  if ((isMain && !task.options.exitLeaks) || function[s.var].byReference) // the caller destroys it
    return;
  for (SlotId slot : places.within(s.var)) {
    const OwnVar last = read(slot);
    if (!system.versions[last].isNull)
      zero(last, Cause::Ended, slot);
  }
}

void Generator::visit(const Assign &s) {
  if (!places.isOwnable(function[s.place].type)) {
    if (mayCarry(s.value)) // into an integer or a reference: not followed
      require(Kind::Zero, transfer(places.sourceOf(s.value), Cause::Copied), {}, Cause::Stored, Rank::Indirect);
    return;
  }
  const Source source = places.sourceOf(s.value);
  const std::optional<SlotId> into = places.slotOf(s.place);
  if (source.kind == Source::Kind::Slot && into == source.slot) { // p = p + 1
    if (function[s.place].kind == ExprKind::Var)
      afterAssignment(function[s.place].var());
    return;
  }
  if (!into || places.slots()[into->index].isBehind)
    noteKept(source);
  else if (source.kind == Source::Kind::Slot && !places.slots()[source.slot.index].isBehind)
    noteCopied(places.slots()[source.slot.index].root, places.slots()[into->index].root);
  store(s.place, transfer(source, Cause::Copied));
}

// Structures are copied with what they own; who owns it afterwards is not followed.
void Generator::visit(const Copy &s) {
  const Expr &size = function[s.size];
  const int64_t bytes = size.kind == ExprKind::Int ? size.imm : -1;
  auto addressOf = [&](ExprId place) {
    Address address = places.addressOf(place);
    return places.mayBeRoot(address) ? address : Address();
  };
  forgetObject(addressOf(s.dst), bytes);
  forgetObject(addressOf(s.src), bytes);
  const TypeId type = function[s.dst].type;
  if (type && module[type].kind == TypeKind::Record)
    useField(FieldEvent::Kind::Copied, {task.model.program.resolve(task.id, module[type].record), 0}, 0);
}

void Generator::visit(const Fill &s) {
  const Expr &size = function[s.size];
  const Address address = places.addressOf(s.dst);
  if (!places.mayBeRoot(address))
    return;
  for (SlotId slot : slotsIn(address, size.kind == ExprKind::Int ? size.imm : -1))
    write(slot, freshNull(slot));
}

void Generator::visit(const Alloc &s) {
  const OwnVar made = fresh();
  if (module.text(s.family) != "exception")
    one(made, Cause::Allocated);
  if (s.dst)
    store(s.dst, made);
  else
    zero(made, Cause::Ended);
  if (!s.dst || function[s.dst].kind != ExprKind::Var)
    return;
  for (SlotId slot : places.behind(function[s.dst].var())) // nothing is in new memory
    write(slot, freshNull(slot));
}

// The old memory is gone, or the result is null and the old memory is still there.
void Generator::visit(const Realloc &s) {
  const Source source = places.sourceOf(s.old);
  release(source, Cause::AfterFree);
  const OwnVar made = fresh();
  one(made, Cause::Allocated);
  if (!s.dst)
    return;
  const std::optional<SlotId> into = places.slotOf(s.dst);
  store(s.dst, made);
  if (source.kind == Source::Kind::Slot && into != source.slot)
    keptIfNull[system.versions[made].value] = source.slot;
}

// The source must own, and afterwards does not.
void Generator::release(const Source &source, Cause after) {
  if (source.kind == Source::Kind::Unknown && source.field.valid()) {
    const OwnVar owned = transfer(source, Cause::Copied);
    one(owned, Cause::Freed);
  }
  if (source.kind != Source::Kind::Slot)
    return;
  const OwnVar before = read(source.slot);
  const Slot what = places.slots()[source.slot.index];
  if (!system.versions[before].isNull)
    one(before, Cause::Freed, source.slot);
  useField(FieldEvent::Kind::Taken, what.field, before);
  const OwnVar gone = freshLike(before, source.slot);
  zero(gone, after, source.slot);
  write(source.slot, gone);
}

void Generator::visit(const Free &s) {
  const Source source = places.sourceOf(s.pointer);
  release(source, Cause::AfterFree);
  const Address object = places.objectOf(s.pointer);
  if (!object.isFollowed() || !object.isBehind)
    return;
  system.freedRoots.push_back(object.root);
  for (SlotId slot : slotsIn(object, -1)) {
    const OwnVar held = read(slot);
    if (!system.versions[held].isNull)
      zero(held, Cause::HolderFreed, slot);
    write(slot, freshNull(slot));
  }
}

void Generator::visit(const StackAlloc &s) {
  const OwnVar variable = fresh();
  zero(variable, Cause::NotOwning);
  store(s.dst, variable);
}

void Generator::visit(const Throw &s) {
  if (s.exception)
    transfer(places.sourceOf(s.exception), Cause::Copied);
}

void Generator::visit(const Catch &s) {
  storeUnknown(s.dst);
}

void Generator::visit(const VaOp &s) {
  if (s.kind == VaKind::Arg && s.dst && places.isOwnable(function[s.dst].type))
    system.borrowsVariadic = false;
  storeUnknown(s.dst);
}

void Generator::visit(const Unknown &s) {
  for (ExprId pointer : function.list(s.touches)) {
    if (mayCarry(pointer))
      transfer(places.sourceOf(pointer), Cause::Passed);
    forgetObject(places.objectOf(pointer), -1);
  }
  storeUnknown(s.dst);
}

} // namespace custody::engines::ownership
