// Attributes as facts; the idea is told in attributes.h.
#include "specs/attributes.h"

#include <algorithm>

namespace custody::specs {

static FunctionSpec emptySpec(const AttributeFacts &facts) {
  FunctionSpec spec;
  spec.name = facts.function;
  spec.partial = true;
  spec.returnsPointer = facts.returnsPointer;
  for (const std::string &type : facts.paramTypes) {
    ParamInfo info;
    info.type = type;
    info.isPointer = type.find('*') != std::string::npos;
    spec.params.push_back(std::move(info));
    // An attribute speaks about one parameter. About the others nothing is known, and what is unknown escapes.
    Effect held;
    held.kind = Effect::Kind::Holds;
    held.place = {Place::Root::Param, static_cast<unsigned>(spec.params.size() - 1), {}};
    if (spec.params.back().isPointer)
      spec.effects.push_back(std::move(held));
  }
  return spec;
}

static void setOwnResult(FunctionSpec &spec, const std::string &family) {
  for (Result &result : spec.results) {
    if (result.kind != Result::Kind::Own)
      continue;
    if (!family.empty())
      result.family = family;
    return;
  }
  // A conditional alias in the model (getcwd) says more than the attribute.
  spec.results.erase(
      std::remove_if(spec.results.begin(), spec.results.end(), [](const Result &r) { return r.when.empty(); }),
      spec.results.end());
  Result own;
  own.kind = Result::Kind::Own;
  own.family = family;
  own.null = Nullness::MayBeNull;
  spec.results.push_back(std::move(own));
}

static bool isAbout(const Effect &effect, unsigned param) {
  const bool ownership =
      effect.kind == Effect::Kind::Takes || effect.kind == Effect::Kind::Frees || effect.kind == Effect::Kind::Holds;
  return ownership && effect.place.isParam(param) && effect.when.empty();
}

static void setParamEffect(FunctionSpec &spec, unsigned param, Effect::Kind kind, const std::string &family) {
  spec.effects.erase(
      std::remove_if(spec.effects.begin(), spec.effects.end(), [&](const Effect &e) { return isAbout(e, param); }),
      spec.effects.end());
  Effect effect;
  effect.kind = kind;
  effect.place = {Place::Root::Param, param, {}};
  effect.family = family;
  spec.effects.push_back(std::move(effect));
}

// Clang's ownership_takes frees; ownership_holds takes over what will be freed later.
static void applyOwnership(FunctionSpec &spec, const AttributeFacts::OwnershipAttribute &attribute) {
  if (attribute.kind == AttributeFacts::OwnershipAttribute::Kind::Returns) {
    setOwnResult(spec, attribute.family);
    return;
  }
  const bool frees = attribute.kind == AttributeFacts::OwnershipAttribute::Kind::Takes;
  for (const unsigned argument : attribute.arguments)
    if (argument >= 1)
      setParamEffect(spec, argument - 1, frees ? Effect::Kind::Frees : Effect::Kind::Takes, attribute.family);
}

static std::string noteFor(const AttributeFacts &facts) {
  std::string note;
  const auto add = [&note](const std::string &name) { note += (note.empty() ? "attribute " : ", ") + name; };
  if (facts.malloc)
    add("malloc");
  for (const AttributeFacts::Deallocator &d : facts.deallocators)
    add("malloc(" + d.function + ", " + std::to_string(d.argument) + ")");
  static const char *const names[] = {"ownership_returns", "ownership_takes", "ownership_holds"};
  for (const AttributeFacts::OwnershipAttribute &o : facts.ownership)
    add(std::string(names[static_cast<unsigned>(o.kind)]) + "(" + o.family + ")");
  if (facts.returnsNonNull)
    add("returns_nonnull");
  if (facts.noReturn)
    add("noreturn");
  if (facts.isCleanup)
    add("cleanup");
  return note;
}

FunctionSpec overlayResolved(const FunctionSpec *base, const AttributeFacts &facts,
                             const std::vector<std::string> &families) {
  FunctionSpec spec = base ? *base : emptySpec(facts);
  if (facts.malloc && facts.deallocators.empty())
    setOwnResult(spec, "");
  for (size_t i = 0; i < facts.deallocators.size() && i < families.size(); ++i)
    setOwnResult(spec, families[i].empty() ? facts.deallocators[i].function : families[i]);
  for (const AttributeFacts::OwnershipAttribute &attribute : facts.ownership)
    applyOwnership(spec, attribute);
  if (facts.returnsNonNull)
    for (Result &result : spec.results)
      result.null = Nullness::NeverNull;
  if (facts.noReturn)
    spec.noReturn = true;
  if (facts.isCleanup && !base) {
    // What a cleanup function does with its variable is not said; usually it releases it. Taking it keeps silent.
    Effect effect;
    effect.kind = Effect::Kind::Takes;
    effect.place = {Place::Root::Param, 0, {{Step::Kind::Deref, ""}}};
    spec.effects.push_back(std::move(effect));
  }
  spec.origins.insert(spec.origins.begin(),
                      {Authority::Attribute, facts.file, facts.line, facts.column, noteFor(facts)});
  return spec;
}

} // namespace custody::specs
