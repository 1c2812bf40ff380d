#include "engines/ownership/library.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using specs::Effect;
using specs::FunctionSpec;
using specs::Place;
using specs::Result;
using Kind = OwnConstraint::Kind;

namespace {

class Library {
public:
  Library(const program::Program &program, ProgFuncId id, const FunctionSpec &spec, const specs::SpecStore &store,
          const Options &options)
      : module(program.moduleOf(id)), function(program.function(id)), spec(spec), store(store), options(options) {}

  Signature build();

private:
  OwnVar add(Formal::Kind kind, uint32_t param) {
    signature.formals.push_back({kind, param, 0, {}});
    return signature.formals.size() - 1;
  }
  void set(Kind kind, OwnVar variable) { signature.external.push_back({kind, variable, {}}); }
  bool isFollowed(llvm::StringRef family) const;
  void addParam(uint32_t index);
  void addBehind(uint32_t index);
  void addResult();
  bool isAlias(uint32_t index) const;
  uint32_t numParams() const { return std::max<size_t>(spec.params.size(), function.params.size()); }

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

// `allocates *p`, without a condition. Anything else behind an argument is not followed.
void Library::addBehind(uint32_t index) {
  signature.isOpaque[index] = true;
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

} // namespace custody::engines::ownership
