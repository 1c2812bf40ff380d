#include "engines/ownership/library.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using specs::Effect;
using specs::FunctionSpec;
using specs::Place;
using specs::Result;
using Kind = OwnConstraint::Kind;

namespace {

FieldKey fieldOf(const program::Program &program, ProgRecordId record, llvm::StringRef name) {
  const ir::Module &module = program.moduleOf(record);
  for (const ir::Field &field : program.record(record).fields)
    if (module.text(field.name) == name)
      return {record, static_cast<int64_t>(field.offsetBits / 8)};
  return {};
}

// The field that `p->f` is, if p points to a structure of the program.
FieldKey fieldOf(const program::Program &program, ProgFuncId id, const Place &place) {
  if (place.root != Place::Root::Param || place.path.size() != 2 || place.path[0].kind != specs::Step::Kind::Deref ||
      place.path[1].kind != specs::Step::Kind::Field)
    return {};
  const ir::Module &module = program.moduleOf(id);
  const ir::Function &function = program.function(id);
  const bool isMember = function.record && function.kind != ir::FunctionKind::StaticMethod;
  ir::RecordId record = isMember && place.param == 0 ? function.record : ir::RecordId();
  if (const uint32_t at = place.param - isMember; !record && function.type && at < module[function.type].params.size())
    if (const ir::TypeId type = module[function.type].params[at]; module[type].kind == ir::TypeKind::Pointer)
      record = module[module[type].inner].record;
  return record ? fieldOf(program, program.resolve(id, record), place.path[1].field) : FieldKey();
}

class Library {
public:
  Library(const program::Program &program, ProgFuncId id, const FunctionSpec &spec, const specs::SpecStore &store,
          const Options &options)
      : program(program), id(id), module(program.moduleOf(id)), function(program.function(id)), spec(spec),
        store(store), options(options) {}

  Signature build();

private:
  OwnVar add(Formal::Kind kind, uint32_t param, FieldKey field = {}) {
    signature.formals.push_back({kind, param, field.offset, field});
    return signature.formals.size() - 1;
  }
  void set(Kind kind, OwnVar variable) { signature.external.push_back({kind, variable, {}}); }
  bool isFollowed(llvm::StringRef family) const;
  void addParam(uint32_t index);
  void addBehind(uint32_t index);
  void addFields(uint32_t index);
  void addResult();
  bool isAlias(uint32_t index) const;
  uint32_t numParams() const { return std::max<size_t>(spec.params.size(), function.params.size()); }

  const program::Program &program;
  const ProgFuncId id;
  const ir::Module &module;
  const ir::Function &function;
  const FunctionSpec &spec;
  const specs::SpecStore &store;
  const Options &options;
  Signature signature;
};

// Counts and resources follow other rules than one owner for each object.
bool Library::isFollowed(llvm::StringRef family) const {
  const specs::Family *known = store.family(family);
  return !known || (!known->counted && (options.resources || !known->resource));
}

bool Library::isAlias(uint32_t index) const {
  return spec.results.size() == 1 && spec.results.front().kind == Result::Kind::Alias && spec.results.front().of &&
         spec.results.front().of->isParam(index);
}

// `frees`, `takes`: one. Nothing said: zero. What a container, a count or a condition decides: free.
void Library::addParam(uint32_t index) {
  const OwnVar variable = add(Formal::Kind::Param, index);
  const bool mayBeResult = llvm::any_of(spec.results, [&](const Result &result) {
    return result.kind == Result::Kind::Alias && result.of && result.of->isParam(index);
  });
  bool isFree = spec.partial || mayBeResult;
  bool isOne = false;
  for (const Effect &effect : spec.effects) {
    if (effect.place.root != Place::Root::Param || effect.place.param != index || !effect.place.path.empty())
      continue;
    switch (effect.kind) {
    case Effect::Kind::Frees:
    case Effect::Kind::Takes:
    case Effect::Kind::Reallocates:
      isOne |= effect.when.empty() && isFollowed(effect.family);
      isFree |= !effect.when.empty() || !isFollowed(effect.family);
      break;
    case Effect::Kind::Releases:
    case Effect::Kind::Retains:
    case Effect::Kind::Inserts:
    case Effect::Kind::Moves:
    case Effect::Kind::Holds:
    case Effect::Kind::Allocates:
      isFree = true;
      break;
    default:
      break;
    }
  }
  if (isOne && !isFree)
    set(Kind::One, variable);
  else if (!isFree)
    set(Kind::Zero, variable);
}

// `frees p->f`, `takes p->f`: it owns before, and then it does not. `allocates p->f`: it owns afterwards.
void Library::addFields(uint32_t index) {
  for (const Effect &effect : spec.effects) {
    const bool isReleased = effect.kind == Effect::Kind::Frees || effect.kind == Effect::Kind::Takes;
    if (effect.place.root != Place::Root::Param || effect.place.param != index || !effect.when.empty() ||
        !isFollowed(effect.family) || (!isReleased && effect.kind != Effect::Kind::Allocates))
      continue;
    const FieldKey field = fieldOf(program, id, effect.place);
    if (!field.valid())
      continue;
    const OwnVar before = add(Formal::Kind::In, index, field);
    if (isReleased)
      set(Kind::One, before);
    set(isReleased ? Kind::Zero : Kind::One, add(Formal::Kind::Out, index, field));
  }
}

// `allocates *p`, without a condition; and fields. Anything else behind an argument is not followed.
void Library::addBehind(uint32_t index) {
  signature.isOpaque[index] = true;
  addFields(index);
  for (const Effect &effect : spec.effects) {
    const Place &place = effect.place;
    const bool isTarget = place.root == Place::Root::Param && place.param == index && place.path.size() == 1 &&
                          place.path.front().kind == specs::Step::Kind::Deref;
    if (!isTarget || effect.kind != Effect::Kind::Allocates || !effect.when.empty() || !isFollowed(effect.family))
      continue;
    add(Formal::Kind::In, index);
    set(Kind::One, add(Formal::Kind::Out, index));
    return;
  }
}

void Library::addResult() {
  if (!spec.returnsPointer && spec.results.empty())
    return;
  const OwnVar variable = add(Formal::Kind::Result, 0);
  const bool isOwn = !spec.results.empty() && llvm::all_of(spec.results, [&](const Result &result) {
    return result.kind == Result::Kind::Own && isFollowed(result.family);
  });
  const bool isBorrowed = llvm::all_of(spec.results, [](const Result &result) {
    return result.kind == Result::Kind::Borrowed || result.kind == Result::Kind::Region ||
           result.kind == Result::Kind::Interior;
  });
  if (isOwn && spec.results.size() == 1 && spec.results.front().when.empty())
    set(Kind::One, variable);
  else if (isBorrowed && !spec.partial)
    set(Kind::Zero, variable);
  for (uint32_t i = 0; i < signature.formals.size(); ++i)
    if (signature.formals[i].kind == Formal::Kind::Param && isAlias(signature.formals[i].param))
      signature.external.push_back({Kind::Equal, i, {variable}});
}

Signature Library::build() {
  signature.isOpaque.resize(numParams());
  for (uint32_t i = 0; i < numParams(); ++i) {
    addParam(i);
    addBehind(i);
  }
  addResult();
  signature.borrowsRest = !spec.partial && llvm::none_of(spec.effects, [](const Effect &effect) {
    return effect.place.root == Place::Root::Variadic;
  });
  signature.internal = signature.external;
  return std::move(signature);
}

} // namespace

Signature signatureOf(const program::Program &program, ProgFuncId id, const FunctionSpec &spec,
                      const specs::SpecStore &store, const Options &options) {
  return Library(program, id, spec, store, options).build();
}

std::vector<FieldEvent> fieldEventsOf(const program::Program &program, ProgFuncId id, const FunctionSpec &spec) {
  std::vector<FieldEvent> events;
  auto isGone = [&](uint32_t param) {
    return spec.effectOn(param, Effect::Kind::Frees) || spec.effectOn(param, Effect::Kind::Takes) ||
           (param == 0 && spec.isDestructor);
  };
  for (const Effect &effect : spec.effects) {
    if (effect.kind != Effect::Kind::Frees && effect.kind != Effect::Kind::Takes)
      continue;
    const FieldKey field = fieldOf(program, id, effect.place);
    if (!field.valid())
      continue;
    events.push_back({FieldEvent::Kind::Taken, field, id, {}});
    if (isGone(effect.place.param))
      events.push_back({FieldEvent::Kind::OwnedAtDestruction, field, id, {}});
  }
  return events;
}

std::vector<FieldKey> specifiedOwners(const program::Program &program, const specs::SpecStore &store) {
  std::vector<FieldKey> owners;
  for (uint32_t i = 0; i < program.numRecords(); ++i) {
    const ProgRecordId record(i);
    const specs::Container *container = store.container(specs::nameKey(program.name(record)));
    if (!container || container->origin.authority != specs::Authority::User)
      continue;
    for (const specs::Container::Field &field : container->fields)
      if (const FieldKey key = fieldOf(program, record, field.name); key.valid() &&
                                                                     field.type.kind() == specs::Type::Kind::Pointer &&
                                                                     field.type.ownership() == specs::Ownership::one())
        owners.push_back(key);
  }
  return owners;
}

} // namespace custody::engines::ownership
