// Calls: who is called, with which arguments as the source has them, and where the result goes.
#include "lower/folding.h"
#include "lower/function_lowering.h"
#include "lower/heap_functions.h"
#include "clang/AST/VTableBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace custody::ir;

namespace custody::lower {

static llvm::Function *calledFunction(const CallBase &call) {
  const llvm::Value *callee = call.getCalledOperand()->stripPointerCastsAndAliases();
  return const_cast<llvm::Function *>(dyn_cast<llvm::Function>(callee));
}

// The loop that destroys the elements of an array counts down; the array itself is what its end is compared with.
static llvm::Value *destroyedArray(const CallBase &call) {
  if (!call.getParent()->getName().starts_with("arraydestroy.body") || call.arg_size() == 0)
    return nullptr;
  for (Instruction &instruction : const_cast<BasicBlock &>(*call.getParent()))
    if (auto *compare = dyn_cast<ICmpInst>(&instruction); compare && compare->getOperand(0) == call.getArgOperand(0))
      return compare->getOperand(1);
  return nullptr;
}

bool FunctionLowering::mayThrow(const CallBase &call) const {
  if (isa<InvokeInst>(call))
    return true;
  return unit.parsed.ast.getLangOpts().CXXExceptions && !call.doesNotThrow() && !source.doesNotThrow();
}

void FunctionLowering::lowerCall(CallBase &call) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return lowerIntrinsic(*intrinsic);
  if (call.isInlineAsm())
    return lowerAsm(call);
  llvm::Function *callee = calledFunction(call);
  if (callee && (lowerFortified(call, *callee) || lowerHeapCall(call, *callee) || lowerExceptionCall(call, *callee)))
    return;
  const clang::FunctionDecl *calleeDecl = callee ? unit.declarations.declOf(*callee) : nullptr;
  const clang::Expr *expr = sourceCall(call, calleeDecl);
  if (auto *deletion = dyn_cast_or_null<clang::CXXDeleteExpr>(expr); deletion && !callee)
    return lowerVirtualDelete(call, *deletion);

  std::optional<AbiSignature> signature = signatureOf(call, calleeDecl, expr);
  ir::Call out;
  setCallee(out, call, calleeDecl, expr);
  out.args = draft.list(arguments(call, signature, calleeDecl));
  if (call.arg_size() > 0 && out.role != CallRole::Plain) {
    llvm::Value *array = destroyedArray(call);
    const llvm::Value *object = objectOf(array ? array : call.getArgOperand(0));
    out.unit = out.role == CallRole::Construct ? newUnits.lookup(object) : unitOf(object);
  } else if (calleeDecl && calleeDecl->isOverloadedOperator()) {
    if (isOperatorNew(*calleeDecl))
      out.unit = newUnits.lookup(&call); // a class's own
    else if (isOperatorDelete(*calleeDecl) && call.arg_size() > 0)
      out.unit = unitOf(call.getArgOperand(0));
  }
  out.each = isArrayLoop(*call.getParent());

  bool isIgnored = false;
  std::optional<unsigned> resultAddress = signature ? signature->resultAddress : std::nullopt;
  if (!signature && call.hasStructRetAttr())
    resultAddress = call.paramHasAttr(0, Attribute::StructRet) ? 0 : 1;
  if (resultAddress) {
    llvm::Value *target = call.getArgOperand(*resultAddress);
    out.dst = place(target);
    isIgnored =
        isa<AllocaInst>(target) && target->hasOneUse() && draft.function[slots.lookup(target)].kind == VarKind::Temp;
    if (signature)
      out.dst = places.as(out.dst, types.type(signature->result));
  } else if (!call.getType()->isVoidTy()) {
    out.dst = resultPlace(call, signature ? types.type(signature->result) : types.type(call.getType()), isIgnored);
  }
  finishCall(call, out, isIgnored);

  const bool isDeleting =
      callee && isa_and_nonnull<clang::CXXDestructorDecl>(calleeDecl) && callee->getName().contains("D0Ev");
  if (isDeleting)
    emitFree(call, call.getArgOperand(0), "new");
}

// The call is the last statement of its block if it may throw.
void FunctionLowering::finishCall(CallBase &call, ir::Call out, bool isIgnored) {
  const Loc loc = callLoc(call);
  const bool isQuiet =
      out.role == CallRole::Destroy && out.function && unit.declarations.get(out.function).attrs.noThrow;
  out.mayThrow = mayThrow(call) && !isQuiet;
  out.noReturn = call.doesNotReturn() && (isa<InvokeInst>(call) || isa<UnreachableInst>(call.getNextNode()));
  out.returnsTwice = call.hasFnAttr(Attribute::ReturnsTwice);
  out.onThrow = isUnwindingNode;
  emit(loc, out);
  if (out.mayThrow && !isa<InvokeInst>(call))
    endCallBlock(out.noReturn);
  if (auto *invoke = dyn_cast<InvokeInst>(&call); invoke && isIgnored && temps.contains(invoke))
    ignoredInvokes.insert(invoke);
  if (isIgnored && !isa<InvokeInst>(call) && !out.noReturn)
    emit(loc, Ignore{rootVariable(out.dst)});
}

VarId FunctionLowering::rootVariable(ExprId place) const {
  while (draft[place].kind != ExprKind::Var)
    place = draft[place].a;
  return draft[place].var();
}

static bool isVirtualDelete(const clang::CXXDeleteExpr &expr) {
  const clang::CXXRecordDecl *record = expr.getDestroyedType()->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl *destructor = record ? record->getDestructor() : nullptr;
  return destructor && destructor->isVirtual() && !expr.isArrayForm();
}

// `memcpy` and its like with a check of the target's size.
bool FunctionLowering::lowerFortified(CallBase &call, llvm::Function &callee) {
  const StringRef name = callee.getName();
  const bool copies = name == "__memcpy_chk" || name == "__memmove_chk";
  if ((!copies && name != "__memset_chk") || call.arg_size() != 4 || !call.getType()->isPointerTy())
    return false;
  ExprId target = place(call.getArgOperand(0));
  if (copies)
    emit(callLoc(call), Copy{target, place(call.getArgOperand(1)), value(call.getArgOperand(2))});
  else
    emit(callLoc(call), Fill{target, value(call.getArgOperand(1)), value(call.getArgOperand(2))});
  values[&call] = value(call.getArgOperand(0));
  return true;
}

// C's allocation functions and the replaceable operators.
bool FunctionLowering::lowerHeapCall(CallBase &call, llvm::Function &callee) {
  const HeapFunction heap = heapFunction(callee.getName());
  const Loc loc = callLoc(call);
  auto endBlock = [&] {
    if (mayThrow(call) && !isa<InvokeInst>(call))
      endCallBlock(false);
  };
  auto has = [&](unsigned count) { return call.arg_size() >= count; };
  bool isIgnored = false;
  switch (heap.role) {
  case HeapRole::None:
    return false;
  case HeapRole::Free:
    if (!has(1) || !call.getArgOperand(0)->getType()->isPointerTy())
      return false;
    emit(loc, Free{value(call.getArgOperand(0)), types.sym(heap.family), false, 0});
    return true;
  case HeapRole::Delete:
    // `::delete p` with a virtual destructor: the virtual call stands for both.
    if (auto *deletion = dyn_cast_or_null<clang::CXXDeleteExpr>(sourceCall(call, nullptr));
        deletion && deletion->isGlobalDelete() && isVirtualDelete(*deletion))
      return true;
    emitFree(call, call.getArgOperand(0), heap.family);
    return true;
  case HeapRole::Realloc: {
    if (!has(2) || !call.getType()->isPointerTy() || !call.getArgOperand(0)->getType()->isPointerTy())
      return false;
    ExprId old = value(call.getArgOperand(0)), size = value(call.getArgOperand(1));
    ExprId dst = resultPlace(call, types.type(call.getType()), isIgnored);
    emit(loc, Realloc{dst, old, size, types.sym(heap.family)});
    break;
  }
  case HeapRole::Malloc:
  case HeapRole::Calloc:
  case HeapRole::New: {
    if (!has(heap.role == HeapRole::Calloc ? 2 : 1) || !call.getType()->isPointerTy())
      return false; // declared otherwise by this program
    Alloc out;
    out.family = types.sym(heap.family);
    out.mayFail = heap.mayFail;
    out.zeroed = heap.role == HeapRole::Calloc;
    out.size = out.zeroed
                   ? operation(Op::Mul, call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(0)->getType())
                   : value(call.getArgOperand(0));
    out.type = allocatedType(call, unit.declarations.declOf(callee));
    out.unit = newUnits.lookup(&call);
    out.dst = resultPlace(call, out.type ? types.pointerTo(out.type) : types.type(call.getType()), isIgnored);
    emit(loc, out);
    if (heap.role == HeapRole::New)
      endBlock();
    break;
  }
  }
  if (isIgnored && !isa<InvokeInst>(call)) {
    const Stmt &last = draft.block(current).stmts.empty() ? Stmt() : draft.block(current).stmts.back();
    ExprId dst = std::holds_alternative<Alloc>(last.op)     ? std::get<Alloc>(last.op).dst
                 : std::holds_alternative<Realloc>(last.op) ? std::get<Realloc>(last.op).dst
                                                            : ExprId();
    if (dst)
      emit(loc, Ignore{draft[dst].var()});
  }
  return true;
}

void FunctionLowering::emitFree(CallBase &call, llvm::Value *pointer, StringRef family) {
  Free out;
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  const bool isCookie =
      gep && family == "new[]" && gep->hasAllConstantIndices() && gep->getDebugLoc() == call.getDebugLoc();
  out.pointer = value(isCookie ? gep->getPointerOperand() : pointer);
  out.family = types.sym(family);
  out.unit = unitOf(pointer);
  out.onThrow = isUnwindingNode && isa<CallBase>(objectOf(pointer));
  emit(callLoc(call), out);
}

TypeId FunctionLowering::thrownType(const CallBase &call) const {
  auto found = facts.throws.find(position(call.getDebugLoc().get()));
  return found == facts.throws.end() ? TypeId() : types.type(found->second);
}

// The runtime's memory for exceptions is a family of its own.
bool FunctionLowering::lowerExceptionCall(CallBase &call, llvm::Function &callee) {
  const StringRef name = callee.getName();
  const Loc loc = callLoc(call);
  bool isIgnored = false;
  if (name == "__cxa_allocate_exception") {
    Alloc out;
    out.family = types.sym("exception");
    out.type = thrownType(call);
    out.size = value(call.getArgOperand(0));
    out.dst = resultPlace(call, types.type(call.getType()), isIgnored);
    emit(loc, out);
    return true;
  }
  if (name == "__cxa_free_exception") {
    emit(loc, Free{value(call.getArgOperand(0)), types.sym("exception"), isUnwindingNode, 0});
    return true;
  }
  if (name != "__cxa_throw" && name != "__cxa_rethrow")
    return false;
  Throw out;
  if (name == "__cxa_throw") {
    out.exception = value(call.getArgOperand(0));
    out.type = thrownType(call);
    out.info = value(call.getArgOperand(1));
    if (out.type && unit.module[out.type].kind == TypeKind::Record)
      types.complete(unit.module[out.type].record); // it is caught as one of its bases
  }
  emit(loc, out);
  if (!isa<InvokeInst>(call))
    endCallBlock(/*isNoReturn=*/true);
  return true;
}

// `delete p` on a class with a virtual destructor is a call of the deleting destructor through the vtable.
void FunctionLowering::lowerVirtualDelete(CallBase &call, const clang::CXXDeleteExpr &expr) {
  ir::Call out;
  out.role = CallRole::Destroy;
  out.calleeKind = CalleeKind::Virtual;
  const clang::CXXRecordDecl *record = expr.getDestroyedType()->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl *destructor = record ? record->getDestructor() : nullptr;
  if (!destructor) {
    out.calleeKind = CalleeKind::Indirect;
    out.pointer = value(call.getCalledOperand());
  } else {
    out.function = unit.declarations.function(*destructor);
    out.record = types.record(record);
    types.complete(out.record);
    if (auto *tables = dyn_cast<clang::ItaniumVTableContext>(unit.parsed.ast.getVTableContext()))
      out.slot = tables->getMethodVTableIndex(clang::GlobalDecl(destructor, clang::Dtor_Complete));
  }
  llvm::Value *object = call.getArgOperand(0);
  auto [unitEntry, isNew] = deleteUnits.try_emplace(objectOf(object), nextUnit());
  out.unit = unitEntry->second;
  out.args = draft.list({value(object)});
  finishCall(call, out, false);
  // A class may bring its own operator delete; that is a function like any other.
  const clang::FunctionDecl *release = expr.getOperatorDelete();
  if (isa<InvokeInst>(call) && std::get<ir::Call>(draft.block(current).stmts.back().op).mayThrow)
    return; // an exception from a destructor: the release is on the normal way, which the runtime takes
  if (release && isa<clang::CXXMethodDecl>(release)) {
    ir::Call free;
    free.function = unit.declarations.function(*release);
    free.args = draft.list({value(object)});
    free.unit = out.unit;
    emit(locOf(call), free);
  } else {
    emit(locOf(call), Free{value(object), types.sym("new"), false, out.unit});
  }
}

// The expression of the source that a call belongs to: at the same position, and with the same callee.
const clang::Expr *FunctionLowering::sourceCall(const CallBase &call, const clang::FunctionDecl *callee) const {
  auto found = facts.calls.find(position(call.getDebugLoc().get()));
  if (found == facts.calls.end())
    return nullptr;
  const clang::Expr *indirect = nullptr;
  for (const clang::Expr *expr : found->second) {
    if (auto *deletion = dyn_cast<clang::CXXDeleteExpr>(expr); deletion && !callee)
      return deletion;
    auto *candidate = dyn_cast<clang::CallExpr>(expr);
    if (!candidate)
      continue;
    const clang::FunctionDecl *direct = candidate->getDirectCallee();
    if (callee && direct && direct->getCanonicalDecl() == callee->getCanonicalDecl())
      return candidate;
    const bool isVirtual =
        isa_and_nonnull<clang::CXXMethodDecl>(direct) && cast<clang::CXXMethodDecl>(direct)->isVirtual();
    if (!callee && (!direct || isVirtual) && !indirect)
      indirect = candidate;
  }
  return indirect;
}

std::optional<AbiSignature> FunctionLowering::signatureOf(const CallBase &call, const clang::FunctionDecl *callee,
                                                          const clang::Expr *expr) const {
  clang::ASTContext &ast = unit.parsed.ast;
  auto *callExpr = dyn_cast_or_null<clang::CallExpr>(expr);
  llvm::SmallVector<clang::QualType, 6> list;
  clang::QualType result;
  size_t fixedArguments = 0; // how many of the expression's arguments are fixed parameters
  if (!callee && callExpr)
    callee = callExpr->getDirectCallee();
  if (callee) {
    list = sourceParameters(*callee);
    result = callee->getReturnType();
    if (isa<clang::CXXConstructorDecl>(callee) || isa<clang::CXXDestructorDecl>(callee))
      result = ast.VoidTy;
    fixedArguments = callee->getNumParams();
  } else if (callExpr) {
    result = callExpr->getCallReturnType(ast);
    clang::QualType type = callExpr->getCallee()->getType();
    if (auto *pointer = type->getAs<clang::PointerType>())
      type = pointer->getPointeeType();
    if (auto *member = dyn_cast<clang::BinaryOperator>(callExpr->getCallee()->IgnoreParens());
        member && member->isPtrMemOp()) {
      clang::QualType object = member->getLHS()->getType();
      list.push_back(object->isPointerType() ? object : ast.getPointerType(object));
      if (auto *memberType = member->getRHS()->getType()->getAs<clang::MemberPointerType>())
        type = memberType->getPointeeType();
    }
    if (auto *prototype = type->getAs<clang::FunctionProtoType>()) {
      for (clang::QualType param : prototype->param_types())
        list.push_back(param);
      fixedArguments = prototype->getNumParams();
    }
  } else {
    return std::nullopt;
  }
  const unsigned required = list.size();
  const bool isOperator =
      callExpr && isa<clang::CXXOperatorCallExpr>(callExpr) && isa_and_nonnull<clang::CXXMethodDecl>(callee);
  if (callExpr && !isOperator)
    for (unsigned i = fixedArguments; i < callExpr->getNumArgs(); ++i)
      list.push_back(callExpr->getArg(i)->getType());
  for (clang::QualType type : list)
    if (type.isNull() || type->isDependentType())
      return std::nullopt;
  if (result.isNull() || result->isDependentType() || (result->isRecordType() && result->isIncompleteType()))
    return std::nullopt;
  return abiSignature(ast, unit.parsed.codegen, result, list, required);
}

void FunctionLowering::setCallee(ir::Call &out, CallBase &call, const clang::FunctionDecl *calleeDecl,
                                 const clang::Expr *expr) {
  if (llvm::Function *callee = calledFunction(call)) {
    out.function = unit.declarations.function(*callee);
    if (isa_and_nonnull<clang::CXXConstructorDecl>(calleeDecl))
      out.role = CallRole::Construct;
    else if (isa_and_nonnull<clang::CXXDestructorDecl>(calleeDecl))
      out.role = CallRole::Destroy;
    return;
  }
  auto *callExpr = dyn_cast_or_null<clang::CallExpr>(expr);
  auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(callExpr ? callExpr->getDirectCallee() : nullptr);
  if (!method || !method->isVirtual()) {
    out.calleeKind = CalleeKind::Indirect;
    out.pointer = value(call.getCalledOperand());
    return;
  }
  out.calleeKind = CalleeKind::Virtual;
  out.function = unit.declarations.function(*method);
  out.record = types.record(method->getParent());
  types.complete(out.record);
  auto *destructor = dyn_cast<clang::CXXDestructorDecl>(method);
  out.role = destructor ? CallRole::Destroy : CallRole::Plain;
  if (auto *tables = dyn_cast<clang::ItaniumVTableContext>(unit.parsed.ast.getVTableContext()))
    out.slot = tables->getMethodVTableIndex(destructor ? clang::GlobalDecl(destructor, clang::Dtor_Complete)
                                                       : clang::GlobalDecl(method));
}

std::vector<ExprId> FunctionLowering::arguments(CallBase &call, const std::optional<AbiSignature> &signature,
                                                const clang::FunctionDecl *callee) {
  std::vector<ExprId> list;
  if (llvm::Value *array = destroyedArray(call)) {
    list.push_back(value(array));
    return list;
  }
  const bool isStructor =
      isa_and_nonnull<clang::CXXConstructorDecl>(callee) || isa_and_nonnull<clang::CXXDestructorDecl>(callee);
  const bool fits = signature && signature->llvmArguments == call.arg_size();
  const bool hasExtra = signature && isStructor && signature->llvmArguments + 1 == call.arg_size(); // the VTT
  if (fits || hasExtra) {
    for (const AbiArgument &abi : signature->arguments)
      list.push_back(argument(call, abi, hasExtra && abi.first > 0 ? 1 : 0));
    return list;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!call.paramHasAttr(i, Attribute::StructRet)) {
      llvm::Value *operand = call.getArgOperand(i);
      list.push_back(call.isByValArgument(i) ? draft.load(place(operand)) : value(operand));
    }
  return list;
}

ExprId FunctionLowering::argument(CallBase &call, const AbiArgument &abi, unsigned shift) {
  const TypeId type = types.type(abi.type);
  switch (abi.passing) {
  case Passing::Nothing:
    return draft.undef(type);
  case Passing::Address:
    if (draft.module[type].kind == TypeKind::Record)
      types.complete(draft.module[type].record);
    return draft.load(places.as(place(call.getArgOperand(abi.first + shift)), type));
  case Passing::Pieces:
    return pieces(call, abi, shift);
  case Passing::Direct:
    break;
  }
  ExprId result = value(call.getArgOperand(abi.first + shift));
  const Expr expr = draft[result];
  if (expr.kind == ExprKind::Null && expr.type != type && draft.module[type].kind == TypeKind::Pointer)
    return draft.null(type);
  return result;
}

// A structure in registers: mostly its pieces were just loaded from one place, which then is the argument.
ExprId FunctionLowering::pieces(CallBase &call, const AbiArgument &abi, unsigned shift) {
  const TypeId type = types.type(abi.type);
  if (draft.module[type].kind == TypeKind::Record)
    types.complete(draft.module[type].record);
  const llvm::Value *root = nullptr;
  std::optional<int64_t> start;
  bool isOnePlace = true;
  for (unsigned i = 0; i < abi.count && isOnePlace; ++i) {
    auto *load = dyn_cast<LoadInst>(call.getArgOperand(abi.first + i + shift));
    isOnePlace = load && !isHeld(*load);
    if (!isOnePlace)
      break;
    APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
    const llvm::Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    const int64_t first = offset.getSExtValue() - static_cast<int64_t>(abi.offsets[i]);
    isOnePlace = (!root || root == base) && (!start || *start == first);
    root = base;
    start = first;
  }
  if (isOnePlace && root) {
    ExprId object = place(const_cast<llvm::Value *>(root));
    if (*start)
      object = draft.offset(object, *start, type);
    return draft.load(places.as(object, type));
  }
  VarId temp = draft.addTemp(type, locOf(call));
  for (unsigned i = 0; i < abi.count; ++i) {
    llvm::Value *piece = call.getArgOperand(abi.first + i + shift);
    emit(locOf(call), Assign{places.part(draft.var(temp), abi.offsets[i], piece->getType()), value(piece)});
  }
  return draft.load(draft.var(temp));
}

// A temporary that a reference keeps has no declaration: it begins with the store, which is after the call.
bool FunctionLowering::beginsAtFirstUse(const llvm::Value *slot) const {
  return llvm::any_of(scoped,
                      [&](const ScopedVariable &variable) { return variable.slot == slot && variable.atFirstUse; });
}

// The store that takes the result to a variable right after the call: `p = f()` is one statement.
StoreInst *FunctionLowering::soleStore(CallBase &call) const {
  if (!call.hasOneUse())
    return nullptr;
  auto *store = dyn_cast<StoreInst>(*call.user_begin());
  if (!store || store->getValueOperand() != &call || store->isVolatile() || store->isAtomic())
    return nullptr;
  const llvm::Value *target = store->getPointerOperand();
  const bool isFixed = slots.contains(target) || isa<GlobalVariable>(target);
  if (!isFixed || isPrologueStore(*store) || beginsAtFirstUse(target))
    return nullptr;
  const Instruction *from = call.getNextNode();
  const BasicBlock *block = call.getParent();
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
    block = invoke->getNormalDest();
    if (!block->getSinglePredecessor())
      return nullptr;
    from = &block->front();
  }
  if (store->getParent() != block)
    return nullptr;
  for (const Instruction *between = from; between != store; between = between->getNextNode())
    if (!isFoldable(*between) || isHeld(*between) || !between->getDbgRecordRange().empty())
      return nullptr;
  return store->getDbgRecordRange().empty() || !isa<InvokeInst>(call) ? store : nullptr;
}

// The stores into a slot that nobody reads, if there is nothing else that uses it.
static bool collectStores(const llvm::Value &address, SmallVectorImpl<StoreInst *> &stores) {
  return all_of(address.users(), [&](const User *user) {
    if (isa<GetElementPtrInst>(user))
      return collectStores(*user, stores);
    auto *store = dyn_cast<StoreInst>(user);
    if (!store || store->getPointerOperand() != &address || store->isVolatile())
      return false;
    stores.push_back(const_cast<StoreInst *>(store));
    return true;
  });
}

// A structure that comes in registers is copied to memory even where the source drops it.
bool FunctionLowering::isDropped(const CallBase &call) {
  const AllocaInst *slot = nullptr;
  for (const User *user : call.users()) {
    if (isa<ExtractValueInst>(user) && user->hasOneUse())
      user = *user->user_begin();
    auto *store = dyn_cast<StoreInst>(user);
    const AllocaInst *target = store ? slotOf(store->getPointerOperand()) : nullptr;
    if (!target || (slot && slot != target))
      return false;
    slot = target;
  }
  const VarId var = slot ? slots.lookup(slot) : VarId();
  SmallVector<StoreInst *, 2> stores;
  if (!var || draft.function[var].kind != VarKind::Temp || !collectStores(*slot, stores))
    return false;
  doneStores.insert(stores.begin(), stores.end());
  return true;
}

ExprId FunctionLowering::resultPlace(CallBase &call, TypeId type, bool &isIgnored) {
  const TypeKind kind = draft.module[type].kind;
  if (call.use_empty() || (kind == TypeKind::Record && isDropped(call))) {
    isIgnored = kind != TypeKind::Void;
    return isIgnored ? draft.var(tempFor(call, type)) : ExprId();
  }
  if (kind == TypeKind::Record)
    types.complete(draft.module[type].record);
  if (StoreInst *store = soleStore(call)) {
    ExprId target = place(store->getPointerOperand());
    doneStores.insert(store);
    return kind == TypeKind::Record ? places.as(target, type) : places.scalar(target, call.getType());
  }
  VarId temp = tempFor(call, type);
  values[&call] = draft.load(draft.var(temp));
  return draft.var(temp);
}

TypeId FunctionLowering::allocatedType(const CallBase &call, const clang::FunctionDecl *callee) const {
  auto found = facts.calls.find(position(call.getDebugLoc().get()));
  if (found == facts.calls.end())
    return {};
  for (const clang::Expr *expr : found->second) {
    if (auto *creation = dyn_cast<clang::CXXNewExpr>(expr))
      return types.type(creation->getAllocatedType());
    auto *candidate = dyn_cast<clang::CallExpr>(expr);
    const clang::FunctionDecl *direct = candidate ? candidate->getDirectCallee() : nullptr;
    if (!direct || !callee || direct->getCanonicalDecl() != callee->getCanonicalDecl())
      continue;
    auto cast = facts.casts.find(candidate);
    if (cast == facts.casts.end() || cast->second->getPointeeType()->isVoidType())
      return {};
    return types.type(cast->second->getPointeeType());
  }
  return {};
}

void FunctionLowering::lowerAsm(CallBase &call) {
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  // An empty one is only a barrier for the compiler.
  if (assembly->getAsmString().empty() && call.getType()->isVoidTy())
    return;
  emitUnknown(call, "asm");
}

} // namespace custody::lower
