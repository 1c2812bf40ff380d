// Specifications of functions; the idea is told in function_specs.h.
#include "program/function_specs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

namespace custody::program {

using namespace ir;

static specs::FunctionQuery queryFor(llvm::StringRef linkName) {
  if (!linkName.starts_with("_Z"))
    return linkName;
  return specs::FunctionQuery::fromDemangled(llvm::demangle(linkName.str()));
}

// The link name first: a fortified variant has arguments that the plain function does not have, and its alias says so.
// Other names last: libxml2 defines `xmlStrdup__internal_alias` and exports it as `xmlStrdup`.
static const specs::FunctionSpec *lookUp(const Program &program, const OtherNames &names, const specs::SpecStore &store,
                                         ProgFuncId id) {
  llvm::StringRef linkName = program.linkName(id), libraryName = program.libraryName(id);
  const specs::FunctionSpec *spec = store.find(queryFor(linkName));
  if (!spec && libraryName != linkName)
    spec = store.find(libraryName);
  for (llvm::StringRef alias : names.of(id))
    if (!spec)
      spec = store.find(queryFor(alias));
  return spec;
}

bool comesFrom(const specs::FunctionSpec &spec, specs::Authority authority) {
  return llvm::any_of(spec.origins, [&](const specs::Origin &origin) { return origin.authority == authority; });
}

static bool isOwnership(const OwnershipAttr &attribute) {
  return attribute.kind == OwnershipAttrKind::Returns || attribute.kind == OwnershipAttrKind::Takes ||
         attribute.kind == OwnershipAttrKind::Holds;
}

static void addOwnership(specs::AttributeFacts &facts, const OwnershipAttr &attribute, llvm::StringRef name) {
  using Kind = specs::AttributeFacts::OwnershipAttribute::Kind;
  auto add = [&](Kind kind) {
    specs::AttributeFacts::OwnershipAttribute ownership{kind, name.str(), {}};
    if (attribute.arg)
      ownership.arguments.push_back(attribute.arg);
    facts.ownership.push_back(std::move(ownership));
  };
  switch (attribute.kind) {
  case OwnershipAttrKind::Malloc:
    facts.malloc = true;
    break;
  case OwnershipAttrKind::Dealloc:
    facts.deallocators.push_back({name.str(), attribute.arg ? attribute.arg : 1});
    break;
  case OwnershipAttrKind::Returns:
    add(Kind::Returns);
    break;
  case OwnershipAttrKind::Takes:
    add(Kind::Takes);
    break;
  case OwnershipAttrKind::Holds:
    add(Kind::Holds);
    break;
  }
}

static std::string typeWords(const Module &module, TypeId id) {
  return id && module[id].kind == TypeKind::Pointer ? "void *" : "int";
}

static specs::AttributeFacts factsOf(const Program &program, ProgFuncId id) {
  const Module &module = program.moduleOf(id);
  const Function &function = program.function(id);
  const specs::FunctionQuery query = queryFor(program.linkName(id));
  specs::AttributeFacts facts;
  facts.function = query.name;
  facts.overload = query.paramTypes;
  const bool hasThis = function.record && function.kind != FunctionKind::StaticMethod;
  if (hasThis)
    facts.paramTypes.push_back("void *");
  if (function.type) {
    for (TypeId param : module[function.type].params)
      facts.paramTypes.push_back(typeWords(module, param));
    facts.returnsPointer = typeWords(module, module[function.type].inner) == "void *";
  }
  for (const OwnershipAttr &attribute : function.attrs.ownership)
    addOwnership(facts, attribute, module.text(attribute.name));
  facts.returnsNonNull = function.attrs.returnsNonNull;
  facts.noReturn = function.attrs.noReturn;
  facts.file = module.fileName(function.loc.file).str();
  facts.line = function.loc.line;
  facts.column = function.loc.column;
  return facts;
}

static bool saysSomething(const FunctionAttrs &attributes) {
  return !attributes.ownership.empty() || attributes.returnsNonNull || attributes.noReturn;
}

// Functions that some variable's `cleanup` names. The variable's unit says so, and another may have the declaration
// that stands for all.
static std::vector<bool> findCleanups(const Program &program) {
  std::vector<bool> isCleanup(program.numFunctions());
  for (uint32_t m = 0; m < program.modules().size(); ++m) {
    const Module &module = program.modules()[m];
    for (uint32_t f = 0; f < module.functions.size(); ++f)
      if (module.functions[f].attrs.isCleanup)
        for (ProgFuncId id : program.resolve(ModuleId(m), FuncId(f)))
          isCleanup[id.index] = true;
  }
  return isCleanup;
}

void addAttributes(specs::SpecStore &store, const Program &program) {
  const std::vector<bool> isCleanup = findCleanups(program);
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    const ProgFuncId id(f);
    if (program.hasBody(id) || (!isCleanup[f] && !saysSomething(program.function(id).attrs)))
      continue;
    specs::AttributeFacts facts = factsOf(program, id);
    facts.isCleanup = isCleanup[f];
    store.addAttributes(facts);
  }
}

// What the attributes say, laid over what is known otherwise.
static specs::FunctionSpec withAttributes(const Program &program, const specs::SpecStore &store, ProgFuncId id,
                                          const specs::FunctionSpec *base) {
  auto familyOf = [&](llvm::StringRef freeing, unsigned argument) -> std::string {
    const specs::FunctionSpec *freed = store.find(freeing);
    const specs::Effect *effect = freed ? freed->effectOn(argument, specs::Effect::Kind::Frees) : nullptr;
    return effect ? effect->family : "";
  };
  return specs::overlay(base, factsOf(program, id), familyOf);
}

FunctionSpecs::FunctionSpecs(const Program &program, const specs::SpecStore &store)
    : program(&program), known(&store), trusted(program.numFunctions()) {
  const OtherNames names(program);
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    trusted[f] = choose(ProgFuncId(f), names);
}

const specs::FunctionSpec *FunctionSpecs::choose(ProgFuncId id, const OtherNames &names) {
  return program->hasBody(id) ? chooseOverBody(id, names) : lookUp(*program, names, *known, id);
}

const specs::FunctionSpec *FunctionSpecs::chooseOverBody(ProgFuncId id, const OtherNames &names) {
  const Function &function = program->function(id);
  const specs::FunctionSpec *spec = lookUp(*program, names, *known, id);
  if (spec && comesFrom(*spec, specs::Authority::User))
    return spec;
  const specs::FunctionSpec *model =
      spec && function.isSystem && comesFrom(*spec, specs::Authority::Bundled) ? spec : nullptr;
  if (llvm::none_of(function.attrs.ownership, isOwnership))
    return model;
  return &fromAttributes.emplace_back(withAttributes(*program, *known, id, model));
}

// A library's function is seen by all units. One that only its own unit sees, under no other name either, is another
// function, whatever it is called: programs have their own `static void panic(...)`.
static bool isNamesakeOfLibrary(const Program &program, const OtherNames &names, ProgFuncId id,
                                const specs::FunctionSpec &spec) {
  return program.function(id).linkage == Linkage::Internal && names.of(id).empty() &&
         !comesFrom(spec, specs::Authority::User);
}

std::optional<specs::FunctionSpec> claimOnBody(const Program &program, const OtherNames &names,
                                               const specs::SpecStore &store, ProgFuncId id) {
  if (!program.hasBody(id) || program.function(id).isSystem)
    return {};
  const specs::FunctionSpec *spec = lookUp(program, names, store, id);
  if (spec && isNamesakeOfLibrary(program, names, id, *spec))
    spec = nullptr;
  const bool isUsers = spec && comesFrom(*spec, specs::Authority::User);
  if (!isUsers && saysSomething(program.function(id).attrs))
    return withAttributes(program, store, id, spec);
  return spec ? std::optional(*spec) : std::nullopt;
}

} // namespace custody::program
