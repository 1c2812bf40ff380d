// Arguments and stack slots become variables. The argument and the slot that Clang copies it to are one variable.
#include "lower/folding.h"
#include "lower/function_lowering.h"
#include "lower/heap_functions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace custody::ir;

namespace custody::lower {

// Prologues convert some arguments (bool to a byte, K&R's promoted types) before they store them.
static const Argument *argumentBehind(const Value *value) {
  while (auto *cast = dyn_cast<CastInst>(value))
    value = cast->getOperand(0);
  return dyn_cast<Argument>(value);
}

bool FunctionLowering::isPrologueStore(const StoreInst &store) const {
  if (ignoredSlots.contains(store.getPointerOperand()))
    return true;
  const Argument *argument = argumentBehind(store.getValueOperand());
  const AllocaInst *slot = slotOf(store.getPointerOperand());
  if (!argument || !slot || store.getParent() != &source.getEntryBlock())
    return false;
  auto found = slots.find(slot);
  return found != slots.end() && draft.function[found->second].kind == VarKind::Param;
}

// The slot that the prologue stores the argument to, if it does.
static const AllocaInst *slotOfArgument(const Argument &argument) {
  for (const User *user : argument.users()) {
    const User *last = user;
    if (auto *cast = dyn_cast<CastInst>(last); cast && cast->hasOneUse())
      last = *cast->user_begin();
    auto *store = dyn_cast<StoreInst>(last);
    if (store && store->getParent() == &argument.getParent()->getEntryBlock())
      if (const AllocaInst *slot = slotOf(store->getPointerOperand()))
        return slot;
  }
  return nullptr;
}

void FunctionLowering::bindArgument(Argument &argument, VarId param, Passing passing) {
  const AllocaInst *slot = slotOfArgument(argument);
  if (passing == Passing::Address) {
    slots[&argument] = param;
    if (slot)
      ignoredSlots.insert(slot); // `x.indirect_addr`
    return;
  }
  if (slot)
    slots.try_emplace(slot, param);
  if (passing == Passing::Direct)
    values[&argument] = draft.load(draft.var(param));
}

void FunctionLowering::bindParameters() {
  llvm::SmallVector<clang::QualType, 6> sourceTypes;
  std::optional<AbiSignature> signature;
  if (decl) {
    sourceTypes = sourceParameters(*decl);
    signature =
        abiSignature(unit.parsed.ast, unit.parsed.codegen, decl->getReturnType(), sourceTypes, sourceTypes.size());
  }
  const bool hasExtra = signature && source.arg_size() == signature->llvmArguments + 1; // a constructor's VTT
  if (!signature || (!hasExtra && signature->llvmArguments != source.arg_size())) {
    uint32_t index = 0;
    for (Argument &argument : source.args()) {
      Var var;
      var.kind = VarKind::Param;
      var.index = index++;
      var.name = types.sym(argument.hasName() ? argument.getName() : "arg");
      const bool isAddress = argument.hasByValAttr() || argument.hasStructRetAttr();
      var.type = types.type(isAddress ? argument.getPointeeInMemoryValueType() : argument.getType());
      VarId id = draft.addVar(var);
      draft.function.params.push_back(id);
      bindArgument(argument, id, isAddress ? Passing::Address : Passing::Direct);
    }
    return;
  }
  hasVtt = hasExtra;
  const bool hasThis = sourceTypes.size() > decl->getNumParams();
  for (uint32_t i = 0; i < sourceTypes.size(); ++i) {
    const AbiArgument &abi = signature->arguments[i];
    const clang::ParmVarDecl *param = hasThis && i == 0 ? nullptr : decl->getParamDecl(i - hasThis);
    Var var;
    var.kind = VarKind::Param;
    var.index = i;
    var.type = types.type(sourceTypes[i]);
    var.byReference = abi.passing == Passing::Address;
    var.name = types.sym(param ? param->getName() : "this");
    var.loc = types.loc(param ? param->getLocation() : decl->getLocation());
    VarId id = draft.addVar(var);
    draft.function.params.push_back(id);
    for (unsigned piece = 0; piece < abi.count; ++piece) {
      const unsigned shift = hasExtra && abi.first > 0 ? 1 : 0;
      Argument &argument = *source.getArg(abi.first + piece + shift);
      var.byReference &= !argument.hasByValAttr();
      bindArgument(argument, id, abi.passing);
    }
    draft.function.vars[id.index].byReference = var.byReference;
    if (draft.module[var.type].kind == TypeKind::Record)
      types.complete(draft.module[var.type].record);
  }
  if (signature->resultAddress)
    slots[source.getArg(*signature->resultAddress)] = VarId(); // bindResult fills it in
}

void FunctionLowering::bindResult() {
  TypeId type = decl ? types.type(decl->getReturnType()) : types.type(source.getReturnType());
  if (decl && (isa<clang::CXXConstructorDecl>(decl) || isa<clang::CXXDestructorDecl>(decl)))
    type = types.voidType();
  Argument *address = nullptr;
  for (Argument &argument : source.args())
    if (argument.hasStructRetAttr() || (slots.contains(&argument) && !slots[&argument]))
      address = &argument;
  if (draft.module[type].kind == TypeKind::Void && !address)
    return;
  Var var;
  var.kind = VarKind::Return;
  var.name = types.sym("ret");
  var.type = type;
  VarId id = draft.addVar(var);
  draft.function.returnVar = id;
  if (draft.module[type].kind == TypeKind::Record)
    types.complete(draft.module[type].record);
  if (address) {
    slots[address] = id;
    if (const AllocaInst *copy = slotOfArgument(*address))
      ignoredSlots.insert(copy); // `result.ptr`
  }
  for (Instruction &instruction : source.getEntryBlock())
    if (auto *slot = dyn_cast<AllocaInst>(&instruction); slot && slot->getName().starts_with("retval"))
      slots[slot] = id;
}

static bool escapes(const AllocaInst &slot) {
  SmallVector<const Value *, 8> work = {&slot};
  while (!work.empty()) {
    const Value *address = work.pop_back_val();
    for (const User *user : address->users()) {
      if (auto *store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == address)
          return true;
      } else if (isa<GetElementPtrInst>(user)) {
        work.push_back(user);
      } else if (isa<PHINode>(user) || isa<SelectInst>(user) || isa<PtrToIntInst>(user) || isa<ReturnInst>(user)) {
        return true;
      }
    }
  }
  return false;
}

TypeId FunctionLowering::slotType(const AllocaInst &slot) const {
  return types.type(slot.getAllocatedType());
}

void FunctionLowering::declareLocal(const Value *slot, DILocalVariable *variable, bool isWhole) {
  if (!slot || slots.contains(slot) || ignoredSlots.contains(slot) || !isWhole ||
      graph.flags.contains(dyn_cast<AllocaInst>(slot)))
    return;
  auto *alloca = dyn_cast<AllocaInst>(slot);
  if (!alloca)
    return;
  if (hasVtt && variable->getArg() == 2) {
    ignoredSlots.insert(slot);
    return;
  }
  if (const unsigned argument = variable->getArg() - (hasVtt && variable->getArg() > 2);
      argument && argument <= draft.function.params.size()) {
    slots[slot] = draft.function.params[argument - 1];
    return;
  }
  Var var;
  var.kind = VarKind::Local;
  var.name = types.sym(variable->getName());
  auto known = facts.variables.find({variable->getName(), variable->getLine()});
  if (known == facts.variables.end() && variable->isArtificial()) { // `__range1` of a loop has no line
    known = facts.variables.lower_bound({variable->getName(), 0});
    if (known != facts.variables.end() && known->first.first != variable->getName())
      known = facts.variables.end();
  }
  if (known != facts.variables.end()) {
    boundVariables.insert(known->second);
    var.type = types.type(known->second->getType());
    var.loc = types.loc(known->second->getLocation());
    if (draft.module[var.type].kind == TypeKind::Record)
      types.complete(draft.module[var.type].record);
  }
  if (!var.type || sizeOf(draft.module, var.type) == 0)
    if (known == facts.variables.end() || !known->second->getType()->isArrayType())
      var.type = slotType(*alloca);
  if (draft.module[var.type].kind == TypeKind::Record)
    types.complete(draft.module[var.type].record);
  VarId id = draft.addVar(var);
  slots[slot] = id;
  StringRef cleanup;
  if (known != facts.variables.end())
    if (auto *attr = known->second->getAttr<clang::CleanupAttr>()) {
      cleanup = attr->getFunctionDecl()->getName();
      unit.declarations.get(unit.declarations.function(*attr->getFunctionDecl())).attrs.isCleanup = true;
    }
  const DILocalScope *scope = variable->getScope()->getNonLexicalBlockFileScope();
  ScopedVariable entry{id, slot, scope, cleanup, /*atFirstUse=*/false, /*fromEntry=*/false, {}};
  if (known != facts.variables.end()) {
    if (auto range = facts.ranges.find(known->second); range != facts.ranges.end())
      entry.range = range->second;
    if (auto handler = facts.handlers.find(known->second); handler != facts.handlers.end())
      if (const DILocalScope *block = lexicalBlock(handler->second))
        entry.scope = block;
  }
  scoped.push_back(entry);
}

// A variable whose declaration is never reached (`switch (n) { char *p; case 1: ...`) has no debug information. Its
// name leads to its declaration in the AST, and that to its block.
bool FunctionLowering::declareBypassed(const AllocaInst &slot) {
  const StringRef name = slot.getName().rtrim("0123456789");
  for (const auto &[key, variable] : facts.variables) {
    if ((key.first != slot.getName() && key.first != name) || isa<clang::ParmVarDecl>(variable) ||
        boundVariables.contains(variable) || variable->isStaticLocal())
      continue;
    boundVariables.insert(variable);
    Var var;
    var.kind = VarKind::Local;
    var.name = types.sym(variable->getName());
    var.type = types.type(variable->getType());
    var.loc = types.loc(variable->getLocation());
    if (draft.module[var.type].kind == TypeKind::Record)
      types.complete(draft.module[var.type].record);
    VarId id = draft.addVar(var);
    slots[&slot] = id;
    scoped.push_back(
        {id, &slot, lexicalBlock(facts.blocks.lookup(variable)), {}, /*atFirstUse=*/false, /*fromEntry=*/true, {}});
    return true;
  }
  return false;
}

// The lexical block that opens at a position; null for the function itself.
const DILocalScope *FunctionLowering::lexicalBlock(Position opens) const {
  for (const BasicBlock &block : source)
    for (const Instruction &instruction : block)
      for (const DILocalScope *scope = scopeOf(instruction); scope; scope = outerScope(scope))
        if (auto *lexical = dyn_cast<DILexicalBlock>(scope);
            lexical && Position{lexical->getLine(), lexical->getColumn()} == opens)
          return scope;
  return nullptr;
}

// The innermost scope around all uses of a slot: a temporary that a reference keeps alive lives there.
const DILocalScope *FunctionLowering::scopeOfUses(const AllocaInst &slot) const {
  const DILocalScope *common = nullptr;
  for (const User *user : slot.users())
    if (const DILocalScope *scope = scopeOf(*cast<Instruction>(user)))
      common = common ? commonScope(common, scope) : scope;
  return common && isa<DISubprogram>(common) ? nullptr : common;
}

// Declared variables first; what is left are temporaries of the compiler. Those whose address gets away last as long as
// the function does.
void FunctionLowering::bindSlots() {
  for (BasicBlock &block : source)
    for (Instruction &instruction : block)
      forEachDeclare(instruction, [&](const Value *slot, DILocalVariable *variable, bool isWhole) {
        declareLocal(slot, variable, isWhole);
      });
  for (BasicBlock &block : source)
    for (Instruction &instruction : block) {
      auto *slot = dyn_cast<AllocaInst>(&instruction);
      if (slot && slot->getName().starts_with("saved_stack"))
        ignoredSlots.insert(slot);
      if (!slot || slots.contains(slot) || ignoredSlots.contains(slot) || graph.flags.contains(slot) ||
          !slot->isStaticAlloca() || declareBypassed(*slot))
        continue;
      const bool stays = escapes(*slot);
      Var var;
      var.kind = stays ? VarKind::Local : VarKind::Temp;
      var.name = types.sym(slot->getName());
      var.type = slotType(*slot);
      VarId id = draft.addVar(var);
      slots[slot] = id;
      if (stays)
        scoped.push_back({id, slot, scopeOfUses(*slot), {}, /*atFirstUse=*/true, /*fromEntry=*/false, {}});
    }
}

// What a conditional cleanup needs is saved in a slot; what is read back from it is what was stored.
const Value *FunctionLowering::savedValue(const Value *value) const {
  auto *load = dyn_cast<LoadInst>(value);
  auto *slot = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!slot || !slot->getName().starts_with("cond-cleanup.save"))
    return nullptr;
  const Value *stored = nullptr;
  for (const User *user : slot->users())
    if (auto *store = dyn_cast<StoreInst>(user)) {
      if (stored || store->getPointerOperand() != slot)
        return nullptr;
      stored = store->getValueOperand();
    }
  return stored;
}

const Value *FunctionLowering::objectOf(const Value *pointer) const {
  while (true) {
    pointer = pointer->stripPointerCasts();
    if (const Value *saved = savedValue(pointer)) {
      pointer = saved;
      continue;
    }
    if (auto *phi = dyn_cast<PHINode>(pointer); phi && isArrayLoop(*phi->getParent())) {
      pointer = phi->getIncomingValue(phi->getIncomingBlock(0) == phi->getParent() ? 1 : 0);
      continue;
    }
    auto *gep = dyn_cast<GEPOperator>(pointer);
    if (!gep || !gep->hasAllConstantIndices())
      return pointer;
    pointer = gep->getPointerOperand();
  }
}

// Whoever asks about a variable asks about what it points to.
void FunctionLowering::completeTypes() {
  for (uint32_t i = 0; i < draft.function.vars.size(); ++i) {
    TypeId type = draft.function.vars[i].type;
    while (draft.module[type].kind == TypeKind::Pointer || draft.module[type].kind == TypeKind::Array)
      type = draft.module[type].inner;
    if (draft.module[type].kind == TypeKind::Record)
      types.complete(draft.module[type].record);
  }
}

// New- and delete-expressions: Clang uses one value for the pointer throughout, so it identifies the unit.
void FunctionLowering::findUnits() {
  for (BasicBlock &block : source)
    for (Instruction &instruction : block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee)
        continue;
      const HeapFunction heap = heapFunction(callee->getName());
      const clang::FunctionDecl *calleeDecl = unit.declarations.declOf(*callee);
      const bool isOperator = calleeDecl && calleeDecl->isOverloadedOperator();
      if (heap.role == HeapRole::New || (isOperator && isOperatorNew(*calleeDecl)))
        newUnits.try_emplace(call, nextUnit());
      else if ((heap.role == HeapRole::Delete || (isOperator && isOperatorDelete(*calleeDecl))) && call->arg_size() > 0)
        deleteUnits.try_emplace(objectOf(call->getArgOperand(0)), nextUnit());
    }
}

// The count of elements that `new[]` keeps in front of the array belongs to the expression; the program never sees it.
// The array's address then is the allocation's.
bool FunctionLowering::isBehindCookie(const Instruction &instruction) const {
  auto *gep = dyn_cast<GetElementPtrInst>(&instruction);
  if (!gep || !gep->getSourceElementType()->isIntegerTy(8) || !gep->hasAllConstantIndices())
    return false;
  if (gep->getParent()->getName().starts_with("delete.notnull") && cast<ConstantInt>(gep->getOperand(1))->isNegative())
    return true;
  auto *call = dyn_cast<CallBase>(gep->getPointerOperand());
  return call && newUnits.contains(call) && gep->getDebugLoc() == call->getDebugLoc();
}

bool FunctionLowering::isCookieRead(const Instruction &instruction) const {
  auto *load = dyn_cast<LoadInst>(&instruction);
  auto *gep = load ? dyn_cast<GetElementPtrInst>(load->getPointerOperand()) : nullptr;
  return gep && gep->getParent()->getName().starts_with("delete.notnull") && isBehindCookie(*gep);
}

bool FunctionLowering::isCookieStore(const StoreInst &store) const {
  auto *call = dyn_cast<CallBase>(store.getPointerOperand()->stripPointerCasts());
  if (!call)
    if (auto *gep = dyn_cast<GetElementPtrInst>(store.getPointerOperand()); gep && isBehindCookie(*gep))
      call = cast<CallBase>(gep->getPointerOperand());
  return call && newUnits.contains(call) && call->getCalledFunction() && store.getDebugLoc() == call->getDebugLoc() &&
         store.getValueOperand()->getType()->isIntegerTy(64);
}

// The release on the way of an exception belongs to the new-expression, any other one to a delete-expression.
Unit FunctionLowering::unitOf(const Value *pointer) const {
  const Value *object = objectOf(pointer);
  const Unit created = newUnits.lookup(object), deleted = deleteUnits.lookup(object);
  return deleted && !(created && isUnwindingNode) ? deleted : created;
}

} // namespace custody::lower
