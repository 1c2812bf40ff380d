#include "lower/declarations.h"
#include "frontend/system_headers.h"
#include "lower/initializers.h"
#include "clang/AST/Attr.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace custody::lower {

using ir::FuncId;
using ir::GlobalId;

ir::Linkage linkage(const llvm::GlobalValue &value) {
  using Value = llvm::GlobalValue;
  switch (value.getLinkage()) {
  case Value::InternalLinkage:
  case Value::PrivateLinkage:
    return ir::Linkage::Internal;
  case Value::LinkOnceAnyLinkage:
  case Value::LinkOnceODRLinkage:
  case Value::WeakODRLinkage:
    return ir::Linkage::LinkOnce;
  case Value::WeakAnyLinkage:
  case Value::ExternalWeakLinkage:
    return ir::Linkage::Weak;
  case Value::CommonLinkage:
    return ir::Linkage::Common;
  case Value::AvailableExternallyLinkage:
    return ir::Linkage::AvailableExternally;
  case Value::ExternalLinkage:
  case Value::AppendingLinkage:
    return ir::Linkage::External;
  }
  return ir::Linkage::External;
}

Declarations::Declarations(frontend::ParsedUnit &unit, SourceTypes &types, ir::Module &module)
    : unit(unit), types(types), module(module), mangler(unit.ast.createMangleContext()) {
  types.setDeclarations(*this);
}

const FunctionDecl *Declarations::declOf(const llvm::Function &function) const {
  return dyn_cast_or_null<FunctionDecl>(unit.codegen.GetDeclForMangledName(function.getName()));
}

const VarDecl *Declarations::declOf(const llvm::GlobalVariable &variable) const {
  if (auto *decl = dyn_cast_or_null<VarDecl>(unit.codegen.GetDeclForMangledName(variable.getName())))
    return decl;
  return staticLocals.lookup(variable.getName());
}

void Declarations::noteStaticLocal(const VarDecl &decl, const FunctionDecl &function) {
  staticLocals.try_emplace((linkName(function) + "." + decl.getName()).str(), &decl);
}

std::string Declarations::linkName(const FunctionDecl &decl) const {
  if (!mangler->shouldMangleDeclName(&decl))
    return decl.getNameAsString();
  GlobalDecl global;
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(&decl))
    global = GlobalDecl(constructor, Ctor_Complete);
  else if (auto *destructor = dyn_cast<CXXDestructorDecl>(&decl))
    global = GlobalDecl(destructor, Dtor_Complete);
  else
    global = GlobalDecl(&decl);
  std::string name;
  llvm::raw_string_ostream os(name);
  mangler->mangleName(global, os);
  llvm::StringRef result = os.str();
  result.consume_front("\01"); // an asm label: the name as it is
  return result.str();
}

FuncId Declarations::function(const FunctionDecl &decl) {
  const FunctionDecl *key = decl.getCanonicalDecl();
  if (auto found = byDecl.find(key); found != byDecl.end())
    return found->second;
  FuncId id = enter(linkName(decl), &decl, nullptr);
  byDecl[key] = id;
  return id;
}

FuncId Declarations::function(llvm::Function &function) {
  if (auto found = byFunction.find(&function); found != byFunction.end())
    return found->second;
  FuncId id = enter(function);
  byFunction[&function] = id;
  return id;
}

static bool hasVirtualBases(const FunctionDecl &decl) {
  auto *method = dyn_cast<CXXMethodDecl>(&decl);
  return method && method->getParent()->getNumVBases() != 0;
}

static bool isDeleting(const llvm::Function &function) {
  return function.getName().ends_with("D0Ev");
}

// With virtual bases the variants differ: the complete one constructs and destroys those bases as well.
static bool isOwnVariant(const llvm::Function &function, const FunctionDecl &decl) {
  return hasVirtualBases(decl) && !isDeleting(function);
}

FuncId Declarations::enter(llvm::Function &function) {
  const FunctionDecl *decl = declOf(function);
  if (decl && (isa<CXXConstructorDecl>(decl) || isa<CXXDestructorDecl>(decl)) && !isOwnVariant(function, *decl))
    return this->function(*decl);
  llvm::StringRef name = function.getName();
  name.consume_front("\01");
  FuncId id = enter(name, decl, function.getFunctionType());
  ir::Function &out = get(id);
  out.linkage = linkage(function);
  out.attrs.noReturn |= function.doesNotReturn();
  out.attrs.noThrow |= function.doesNotThrow();
  out.attrs.returnsTwice |= function.hasFnAttribute(llvm::Attribute::ReturnsTwice);
  return id;
}

FuncId Declarations::enterAlias(const llvm::GlobalValue &name) {
  FuncId id = enter(name.getName(), nullptr, name.getValueType());
  get(id).linkage = linkage(name);
  return id;
}

// Functions that the compiler makes have no declaration: their type is LLVM's.
static ir::Type functionType(SourceTypes &types, llvm::Type *type) {
  ir::Type result;
  result.kind = ir::TypeKind::Function;
  auto *function = llvm::dyn_cast_or_null<llvm::FunctionType>(type);
  result.inner = function ? types.type(function->getReturnType()) : types.voidType();
  if (function) {
    result.isVariadic = function->isVarArg();
    for (llvm::Type *param : function->params())
      result.params.push_back(types.type(param));
  }
  return result;
}

FuncId Declarations::enter(llvm::StringRef linkName, const FunctionDecl *decl, llvm::Type *type) {
  auto [entry, isNew] = functions.try_emplace(linkName, FuncId(module.functions.size()));
  FuncId id = entry->second;
  if (!isNew)
    return id;
  module.functions.emplace_back();
  ir::Function out;
  out.linkName = types.sym(linkName);
  out.sourceName = out.libraryName = out.linkName;
  if (llvm::StringRef plain = linkName; plain.consume_front("__") && plain.consume_back("_chk"))
    out.libraryName = types.sym(plain); // a fortified variant: the same function with the size of its target
  if (decl)
    describe(out, *decl);
  else
    out.type = types.intern(functionType(types, type));
  get(id) = std::move(out);
  return id;
}

static std::string qualifiedName(const FunctionDecl &decl) {
  std::string name;
  llvm::raw_string_ostream os(name);
  PrintingPolicy policy(decl.getASTContext().getLangOpts());
  decl.getNameForDiagnostic(os, policy, /*Qualified=*/true);
  return os.str();
}

void Declarations::describe(ir::Function &out, const FunctionDecl &decl) {
  const SourceManager &sources = unit.ast.getSourceManager();
  out.sourceName = types.sym(qualifiedName(decl));
  // `sscanf` may be bound to `__isoc99_sscanf` by an asm label; library models go by the name in the header.
  if ((decl.isExternC() || !unit.ast.getLangOpts().CPlusPlus) && out.libraryName == out.linkName)
    if (decl.getIdentifier())
      out.libraryName = types.sym(decl.getName());
  out.type = types.type(decl.getType());
  out.isImplicit = decl.getMostRecentDecl()->isImplicit() || decl.isDefaulted();
  out.isSystem = frontend::isInSystemHeader(sources, decl.getLocation());
  if (decl.getFormalLinkage() == clang::Linkage::Internal)
    out.linkage = ir::Linkage::Internal;
  else if (decl.isInlined() || decl.isTemplateInstantiation())
    out.linkage = ir::Linkage::LinkOnce;
  out.loc = types.loc(decl.getLocation());
  if (const FunctionDecl *definition = decl.getDefinition())
    out.endLoc =
        types.loc(definition->getBodyRBrace().isValid() ? definition->getBodyRBrace() : definition->getEndLoc());
  if (auto *method = dyn_cast<CXXMethodDecl>(&decl))
    describeMethod(out, *method);
  describeAttributes(out, decl);
}

void Declarations::describeMethod(ir::Function &out, const CXXMethodDecl &method) {
  out.record = types.record(method.getParent());
  out.access = access(method.getAccess());
  out.isVirtual = method.isVirtual();
  out.kind = method.isStatic() ? ir::FunctionKind::StaticMethod : ir::FunctionKind::Method;
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(&method))
    out.kind = constructor->isCopyConstructor()   ? ir::FunctionKind::CopyConstructor
               : constructor->isMoveConstructor() ? ir::FunctionKind::MoveConstructor
                                                  : ir::FunctionKind::Constructor;
  else if (isa<CXXDestructorDecl>(method))
    out.kind = ir::FunctionKind::Destructor;
  else if (method.isCopyAssignmentOperator())
    out.kind = ir::FunctionKind::CopyAssignment;
  else if (method.isMoveAssignmentOperator())
    out.kind = ir::FunctionKind::MoveAssignment;
}

static ir::OwnershipAttr ownership(ir::OwnershipAttrKind kind, ir::Sym name = {}, uint32_t arg = 0) {
  return {kind, name, arg};
}

// Before C++11 a destructor that says nothing may throw. None does: what it did not free yet would be lost in every
// program that has destructors.
static bool isQuietDestructor(const FunctionDecl &decl) {
  if (!isa<CXXDestructorDecl>(decl))
    return false;
  auto *type = decl.getType()->castAs<FunctionProtoType>();
  return decl.isImplicit() || type->getExceptionSpecType() == EST_None;
}

void Declarations::describeAttributes(ir::Function &out, const FunctionDecl &decl) {
  const FunctionDecl &latest = *decl.getMostRecentDecl();
  out.attrs.noReturn = latest.isNoReturn();
  out.attrs.noThrow = latest.hasAttr<NoThrowAttr>() || isQuietDestructor(latest);
  out.attrs.returnsTwice = latest.hasAttr<ReturnsTwiceAttr>();
  out.attrs.returnsNonNull = latest.hasAttr<ReturnsNonNullAttr>();
  auto &list = out.attrs.ownership;
  if (latest.hasAttr<RestrictAttr>()) // how Clang calls `malloc`
    list.push_back(ownership(ir::OwnershipAttrKind::Malloc));
  for (const auto &fact : unit.deallocAttrs)
    if (fact.function && fact.function->getCanonicalDecl() == decl.getCanonicalDecl())
      list.push_back(ownership(ir::OwnershipAttrKind::Dealloc, types.sym(fact.dealloc), fact.arg));
  for (const auto *attr : latest.specific_attrs<OwnershipAttr>()) {
    const auto kind = attr->isReturns() ? ir::OwnershipAttrKind::Returns
                      : attr->isTakes() ? ir::OwnershipAttrKind::Takes
                                        : ir::OwnershipAttrKind::Holds;
    ir::Sym family = types.sym(attr->getModule()->getName());
    if (attr->args_size() == 0)
      list.push_back(ownership(kind, family));
    for (const ParamIdx &index : attr->args())
      list.push_back(ownership(kind, family, index.getSourceIndex()));
  }
}

// The complete variant only calls the base variant, which has the code.
llvm::Function *Declarations::bodyOf(const FunctionDecl &decl) const {
  auto defined = [&](GlobalDecl global) -> llvm::Function * {
    std::string name;
    llvm::raw_string_ostream os(name);
    mangler->mangleName(global, os);
    llvm::Function *function = unit.module.getFunction(os.str());
    return function && !function->isDeclaration() ? function : nullptr;
  };
  GlobalDecl complete, base;
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(&decl)) {
    complete = GlobalDecl(constructor, Ctor_Complete);
    base = GlobalDecl(constructor, Ctor_Base);
  } else {
    auto *destructor = cast<CXXDestructorDecl>(&decl);
    complete = GlobalDecl(destructor, Dtor_Complete);
    base = GlobalDecl(destructor, Dtor_Base);
  }
  llvm::Function *first = defined(base);
  return first ? first : defined(complete);
}

bool Declarations::isChosenBody(const llvm::Function &function) const {
  const FunctionDecl *decl = declOf(function);
  if (!decl || !(isa<CXXConstructorDecl>(decl) || isa<CXXDestructorDecl>(decl)))
    return true;
  if (hasVirtualBases(*decl))
    return !isDeleting(function);
  return bodyOf(*decl) == &function;
}

static const VarDecl *describedBy(const VarDecl *decl) {
  return decl ? decl->getMostRecentDecl() : nullptr;
}

GlobalId Declarations::global(llvm::GlobalVariable &variable) {
  auto [entry, isNew] = globals.try_emplace(&variable, GlobalId(module.globals.size()));
  if (!isNew)
    return entry->second;
  GlobalId id = entry->second;
  module.globals.emplace_back();
  globalOrder.push_back(&variable);
  ir::Global out;
  out.linkName = out.sourceName = types.sym(variable.getName());
  out.linkage = linkage(variable);
  out.isThreadLocal = variable.isThreadLocal();
  out.isConstant = variable.isConstant();
  out.isDefined = variable.hasInitializer() && !variable.hasAvailableExternallyLinkage();
  if (const VarDecl *decl = describedBy(declOf(variable))) {
    out.sourceName =
        types.sym(decl->isStaticLocal() && isa<FunctionDecl>(decl->getDeclContext())
                      ? qualifiedName(*cast<FunctionDecl>(decl->getDeclContext())) + "::" + decl->getNameAsString()
                      : decl->getQualifiedNameAsString());
    out.type = types.type(decl->getType());
    out.loc = types.loc(decl->getLocation());
  }
  if (out.type && module[out.type].kind == ir::TypeKind::Record)
    types.complete(module[out.type].record);
  if (!out.type || ir::sizeOf(module, out.type) == 0)
    out.type = types.type(variable.getValueType());
  if (variable.getValueType()->isSized())
    out.size = unit.module.getDataLayout().getTypeAllocSize(variable.getValueType());
  module.globals[id.index] = std::move(out);
  return id;
}

void Declarations::finishGlobals() {
  for (size_t i = 0; i < globalOrder.size(); ++i) { // grows: initialisers name further globals
    llvm::GlobalVariable &variable = *globalOrder[i];
    InitialValue init = initialValue(variable, *this, types);
    ir::Global &out = module.globals[globals[&variable].index];
    out.isInitKnown = init.isKnown;
    out.init = std::move(init.scalars);
  }
}

} // namespace custody::lower
