// What a container has is a formal of its methods, like a field of the program's own classes:
//
//     container std::unique_ptr<T> { own T *ptr; };
//     T *std::unique_ptr<T>::get() const returns this->ptr;                    ptr = ptr' + return
//     T *std::unique_ptr<T>::release() moves this->ptr to return;              ptr = return, ptr' null
//     std::unique_ptr<T>::~unique_ptr() frees this->ptr;                       ptr = 1, unless it is null
//
// so `delete p.get();` is one owner too many, and `p.release();` one too few. Its offset is its number in the
// specification: whatever fields the library's class has, the program does not touch them.
#include "engines/ownership/library.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

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

// The class of a method's name: "std::shared_ptr<T>::get" has "std::shared_ptr<T>".
llvm::StringRef classOf(llvm::StringRef method) {
  return method.contains("::") ? method.rsplit("::").first : llvm::StringRef();
}

// `p->f`
Place fieldPlace(uint32_t param, llvm::StringRef name) {
  Place place;
  place.root = Place::Root::Param;
  place.param = param;
  place.path.resize(2);
  place.path[0].kind = specs::Step::Kind::Deref;
  place.path[1].kind = specs::Step::Kind::Field;
  place.path[1].field = name.str();
  return place;
}

FieldKey fieldOf(ProgRecordId record, const specs::Container *container, llvm::StringRef name) {
  for (uint32_t i = 0; container && i < container->fields.size(); ++i)
    if (container->fields[i].name == name)
      return {record, i};
  return {};
}

// The field that `p->f` is, if p points to a structure of the program or to a container that is specified.
FieldKey fieldOf(const program::Program &program, ProgFuncId id, const FunctionSpec &spec,
                 const specs::SpecStore &store, const Place &place) {
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
  if (!record)
    return {};
  const ProgRecordId known = program.resolve(id, record);
  const llvm::StringRef name = place.path[1].field;
  if (const FieldKey field = fieldOf(program, known, name); field.valid())
    return field;
  // A base class of the container may have the method: `std::__shared_ptr`.
  const specs::Container *container = store.container(specs::nameKey(program.name(known)));
  return fieldOf(known, container ? container : store.container(specs::nameKey(classOf(spec.name))), name);
}

class Library {
public:
  Library(const program::Program &program, ProgFuncId id, const FunctionSpec &spec, const specs::SpecStore &store,
          const Options &options)
      : program(program), id(id), module(program.moduleOf(id)), function(program.function(id)), spec(spec),
        store(store), options(options) {}

  Signature build();

private:
  struct Pair { // a field behind a parameter, at entry and exit
    uint32_t param;
    FieldKey field;
    OwnVar in, out;
  };

  OwnVar add(Formal::Kind kind, uint32_t param, FieldKey field = {}) {
    signature.formals.push_back({kind, param, field.offset, field});
    return signature.formals.size() - 1;
  }
  void set(Kind kind, OwnVar variable) { signature.external.push_back({kind, variable, {}}); }
  bool isFollowed(llvm::StringRef family) const;
  void addParam(uint32_t index);
  void addBehind(uint32_t index);
  const Pair *pairOf(const Place &place);
  std::optional<OwnVar> receiver(const Place &place);
  std::optional<OwnVar> formalOf(Formal::Kind kind, uint32_t param) const;
  void equal(OwnVar source, std::vector<OwnVar> targets) {
    signature.external.push_back({Kind::Equal, source, {targets.begin(), targets.end()}});
  }
  void addField(const Effect &effect);
  void addFields();
  bool isTarget(OwnVar out) const;
  bool isContainerKnown(uint32_t param) const;
  void addGift(OwnVar out, const ResultTest &test);
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
  std::vector<Pair> pairs;
  std::set<OwnVar> settled, nulls, dead; // formals at exit: something is said, null, nothing that owns is there
};

// Counts and resources follow other rules than one owner for each object.
bool Library::isFollowed(llvm::StringRef family) const {
  const specs::Family *known = store.family(family);
  return !store.isCounted(family) && (options.resources || !known || !known->resource);
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
    const bool isAmongRest = effect.place.root == Place::Root::Variadic && index >= spec.params.size();
    if ((!effect.place.isParam(index) && !isAmongRest) || !effect.place.path.empty())
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

// The two formals of a field that the specification speaks of.
const Library::Pair *Library::pairOf(const Place &place) {
  const FieldKey field = fieldOf(program, id, spec, store, place);
  if (!field.valid())
    return nullptr;
  const auto known =
      llvm::find_if(pairs, [&](const Pair &pair) { return pair.param == place.param && pair.field == field; });
  if (known != pairs.end())
    return &*known;
  const OwnVar in = add(Formal::Kind::In, place.param, field);
  pairs.push_back({place.param, field, in, add(Formal::Kind::Out, place.param, field)});
  return &pairs.back();
}

// The formal that gets what is moved or taken to the place, and then stands for it.
std::optional<OwnVar> Library::receiver(const Place &place) {
  if (place.root == Place::Root::Return && place.path.empty())
    return formalOf(Formal::Kind::Result, 0);
  const Pair *pair = pairOf(place);
  if (!pair)
    return {};
  settled.insert(pair->out);
  return pair->out;
}

std::optional<OwnVar> Library::formalOf(Formal::Kind kind, uint32_t param) const {
  for (uint32_t i = 0; i < signature.formals.size(); ++i)
    if (signature.formals[i].kind == kind && signature.formals[i].param == param)
      return i;
  return {};
}

// `frees p->f`: it owns before, and then it does not. `allocates p->f`: it owns afterwards.
void Library::addField(const Effect &effect) {
  if (effect.kind == Effect::Kind::Takes && effect.place.isArgument() && effect.other && effect.when.empty()) {
    const std::optional<OwnVar> into = receiver(*effect.other),
                                from = formalOf(Formal::Kind::Param, effect.place.param);
    if (into && from)
      equal(*from, {*into});
    return;
  }
  const Pair *found = pairOf(effect.place);
  if (!found || effect.kind == Effect::Kind::Retains)
    return;
  const Pair pair = *found; // finding another one may move it
  settled.insert(pair.out);
  if (!effect.when.empty() || !isFollowed(effect.family))
    return; // anything may be there
  switch (effect.kind) {
  case Effect::Kind::Frees:
  case Effect::Kind::Takes:
  case Effect::Kind::Releases: // of a smart pointer: its own count
    set(Kind::One, pair.in);
    dead.insert(pair.out);
    break;
  case Effect::Kind::Allocates:
    set(Kind::One, pair.out);
    dead.erase(pair.out);
    break;
  case Effect::Kind::Moves:
    if (const std::optional<OwnVar> into = effect.other ? receiver(*effect.other) : std::nullopt)
      equal(pair.in, {*into});
    nulls.insert(pair.out);
    break;
  case Effect::Kind::Sets:
    dead.erase(pair.out);
    if (effect.toNull)
      nulls.insert(pair.out);
    break;
  default:
    break;
  }
}

// What nothing is said of stays as it is; of what a method returns and does not move, one of the two owns.
void Library::addFields() {
  for (const Effect &effect : spec.effects)
    addField(effect);
  if (spec.isConstructor) // an empty one
    if (const specs::Container *container = store.container(specs::nameKey(classOf(spec.name))))
      for (const specs::Container::Field &field : container->fields)
        if (field.type.kind() == specs::Type::Kind::Pointer)
          if (const Pair *pair = pairOf(fieldPlace(0, field.name)); pair && settled.insert(pair->out).second)
            nulls.insert(pair->out);
  const std::optional<OwnVar> result = formalOf(Formal::Kind::Result, 0);
  for (const Result &one : spec.results)
    if (const Pair *pair = one.of && one.kind == Result::Kind::Alias ? pairOf(*one.of) : nullptr;
        pair && result && settled.insert(pair->out).second)
      equal(pair->in, {pair->out, *result});
  signature.left.resize(signature.formals.size(), Left::Known);
  for (const Pair &pair : pairs) {
    if (settled.insert(pair.out).second)
      equal(pair.in, {pair.out});
    if (nulls.contains(pair.out))
      signature.left[pair.out] = Left::Null;
    else if (dead.contains(pair.out) && !isTarget(pair.out))
      set(Kind::Zero, pair.out);
  }
}

bool Library::isTarget(OwnVar out) const {
  return llvm::any_of(signature.external, [&](const OwnConstraint &c) { return llvm::is_contained(c.targets, out); });
}

// All that the specification does to the container is told by formals.
bool Library::isContainerKnown(uint32_t param) const {
  return store.container(specs::nameKey(classOf(spec.name))) && llvm::any_of(pairs, [&](const Pair &pair) {
           return pair.param == param && program.record(pair.field.record).isSystem;
         });
}

// `when (return >= 0)`, and nothing else.
std::optional<ResultTest> resultTest(const specs::Condition &when) {
  if (when.size() != 1 || when.front().subject.root != Place::Root::Return || !when.front().subject.path.empty() ||
      when.front().null || when.front().after)
    return {};
  const int64_t value = when.front().value;
  switch (when.front().relation) {
  case specs::Relation::Equal:
    return ResultTest{Relation::Equal, value, true};
  case specs::Relation::NotEqual:
    return ResultTest{Relation::Equal, value, false};
  case specs::Relation::Less:
    return ResultTest{Relation::Less, value, true};
  case specs::Relation::GreaterEqual:
    return ResultTest{Relation::Less, value, false};
  default:
    return {};
  }
}

// `allocates *p`, always or if the result says so. Anything else behind an argument but fields is not followed.
void Library::addBehind(uint32_t index) {
  for (const Effect &effect : spec.effects) {
    const Place &place = effect.place;
    const bool isTarget = place.root == Place::Root::Param && place.param == index && place.path.size() == 1 &&
                          place.path.front().kind == specs::Step::Kind::Deref;
    const std::optional<ResultTest> test = resultTest(effect.when);
    if (!isTarget || effect.kind != Effect::Kind::Allocates || !(effect.when.empty() || test) ||
        !isFollowed(effect.family))
      continue;
    add(Formal::Kind::In, index);
    const OwnVar out = add(Formal::Kind::Out, index);
    if (test)
      addGift(out, *test);
    else
      set(Kind::One, out);
    return;
  }
}

void Library::addGift(OwnVar out, const ResultTest &test) {
  signature.givenWith.resize(out + 1);
  signature.givenWith[out] = test;
  signature.isOverwritten.resize(out + 1);
  signature.isOverwritten[out] = true;
  signature.left.resize(out, Left::Known);
  signature.left.push_back(Left::Unsure);
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
  addFields();
  for (uint32_t i = 0; i < numParams(); ++i)
    signature.isOpaque[i] = !isContainerKnown(i);
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

std::vector<FieldEvent> fieldEventsOf(const program::Program &program, ProgFuncId id, const FunctionSpec &spec,
                                      const specs::SpecStore &store) {
  std::vector<FieldEvent> events;
  auto isGone = [&](uint32_t param) {
    return spec.effectOn(param, Effect::Kind::Frees) || spec.effectOn(param, Effect::Kind::Takes) ||
           (param == 0 && spec.isDestructor);
  };
  for (const Effect &effect : spec.effects) {
    if (effect.kind != Effect::Kind::Frees && effect.kind != Effect::Kind::Takes)
      continue;
    const FieldKey field = fieldOf(program, id, spec, store, effect.place);
    if (!field.valid() || program.record(field.record).isSystem) // what containers own is no matter of the program
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

bool ownsByType(const program::Program &program, const specs::SpecStore &store, FieldKey field) {
  if (!field.valid() || !program.record(field.record).isSystem)
    return false;
  const specs::Container *container = store.container(specs::nameKey(program.name(field.record)));
  if (!container || static_cast<uint64_t>(field.offset) >= container->fields.size())
    return false;
  const specs::Type &type = container->fields[field.offset].type;
  return type.kind() == specs::Type::Kind::Pointer && type.ownership() == specs::Ownership::one();
}

bool keepsOnFailure(const FunctionSpec *spec) {
  const bool mayFail =
      spec && llvm::none_of(spec->results, [](const Result &r) { return r.null == specs::Nullness::NeverNull; });
  return mayFail && llvm::any_of(spec->effects, [](const Effect &effect) {
           return effect.kind == Effect::Kind::Reallocates && effect.place.isArgument() && !effect.freesOnFailure;
         });
}

} // namespace custody::engines::ownership
