// LLVM's intrinsics, and the access to variable arguments that Clang expands in place.
#include "lower/function_lowering.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;
using namespace custody::ir;

namespace custody::lower {

void FunctionLowering::emitUnknown(CallBase &call, StringRef cause) {
  Unknown out;
  out.cause = types.sym(cause);
  SmallVector<ExprId, 4> touched;
  for (llvm::Value *operand : call.args())
    if (operand->getType()->isPointerTy())
      touched.push_back(value(operand));
  if (call.getIntrinsicID() == Intrinsic::coro_suspend)
    for (unsigned i : cursor->begun.set_bits())
      touched.push_back(draft.addressOf(draft.var(scopes->all()[i].var)));
  out.touches = draft.list(touched);
  if (!call.getType()->isVoidTy()) {
    VarId temp = tempFor(call, types.type(call.getType()));
    out.dst = draft.var(temp);
    values[&call] = draft.load(draft.var(temp));
  }
  emit(locOf(call), out);
}

// Values without effect.
ExprId FunctionLowering::computeIntrinsic(IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::threadlocal_address:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptr_annotation:
  case Intrinsic::ssa_copy:
    return value(call.getArgOperand(0));
  case Intrinsic::is_constant:
    return draft.intValue(0, types.type(call.getType()));
  case Intrinsic::ptrmask: // aligned within the same object
    return value(call.getArgOperand(0));
  case Intrinsic::objectsize:
    return draft.intValue(cast<ConstantInt>(call.getArgOperand(1))->isOne() ? 0 : -1, types.type(call.getType()));
  default:
    return draft.unknown(Intrinsic::getBaseName(call.getIntrinsicID()), types.type(call.getType()));
  }
}

void FunctionLowering::lowerIntrinsic(IntrinsicInst &call) {
  const Loc loc = locOf(call);
  if (auto *transfer = dyn_cast<MemTransferInst>(&call)) {
    emit(loc, Copy{place(transfer->getDest()), place(transfer->getSource()), value(transfer->getLength())});
    return;
  }
  if (auto *fill = dyn_cast<MemSetInst>(&call)) {
    emit(loc, Fill{place(fill->getDest()), value(fill->getValue()), value(fill->getLength())});
    return;
  }
  switch (call.getIntrinsicID()) {
  case Intrinsic::vastart:
    emit(loc, VaOp{VaKind::Start, place(call.getArgOperand(0)), {}});
    return;
  case Intrinsic::vaend:
    emit(loc, VaOp{VaKind::End, place(call.getArgOperand(0)), {}});
    return;
  case Intrinsic::vacopy:
    emit(loc, VaOp{VaKind::Copy, place(call.getArgOperand(1)), place(call.getArgOperand(0))});
    return;
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::assume:
  case Intrinsic::prefetch:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::debugtrap:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::var_annotation:
    return;
  case Intrinsic::eh_typeid_for:
    values[&call] = draft.cast(Op::PtrToInt, value(call.getArgOperand(0)), types.type(call.getType()));
    return;
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::threadlocal_address:
  case Intrinsic::ptr_annotation:
  case Intrinsic::expect:
    values[&call] = value(call.getArgOperand(0));
    return;
  default:
    break;
  }
  // While a coroutine sleeps, its variables live on in its frame and whoever resumes it may change them.
  if (Intrinsic::getBaseName(call.getIntrinsicID()).starts_with("llvm.coro."))
    return emitUnknown(call, "coroutine");
  // One that touches no memory through its arguments only makes a value.
  bool touchesPointers = false;
  for (llvm::Value *operand : call.args())
    touchesPointers |= operand->getType()->isPointerTy();
  if (!touchesPointers) {
    if (!call.getType()->isVoidTy() && !call.use_empty())
      hold(call, computeIntrinsic(call));
    return;
  }
  const StringRef name = Intrinsic::getBaseName(call.getIntrinsicID());
  emitUnknown(call, name.starts_with("llvm.x86.") ? "vector instruction" : name);
}

// `va_arg(ap, T)` arrives as a choice between the register save area and the stack; its address is the phi
// `vaarg.addr`, or `overflow_arg_area` for what is always on the stack.
bool FunctionLowering::isVaArgAddress(const llvm::Value &address) const {
  const StringRef name = address.getName();
  if (isa<PHINode>(address))
    return name.starts_with("vaarg.addr");
  auto *load = dyn_cast<LoadInst>(&address);
  return load && name.starts_with("overflow_arg_area") && !name.starts_with("overflow_arg_area_p") &&
         !load->getParent()->getName().starts_with("vaarg.in_mem");
}

// What Clang does to the list itself.
bool FunctionLowering::isVaListBookkeeping(const Instruction &instruction) const {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isa<GetElementPtrInst>(store->getPointerOperand()) &&
           store->getPointerOperand()->getName().starts_with("overflow_arg_area_p");
  if (!isa<LoadInst>(instruction) && !isa<GetElementPtrInst>(instruction) && !isa<ICmpInst>(instruction))
    return false;
  const StringRef name = instruction.getName();
  return name.starts_with("gp_offset") || name.starts_with("fp_offset") || name.starts_with("fits_in_") ||
         name.starts_with("overflow_arg_area");
}

// The va_list behind `gp_offset_p`, `reg_save_area` and their like: the first member access to it.
static llvm::Value *listBehind(llvm::Value *value, unsigned depth = 0) {
  if (depth > 8)
    return nullptr;
  if (auto *gep = dyn_cast<GetElementPtrInst>(value)) {
    auto *structure = dyn_cast<StructType>(gep->getSourceElementType());
    if (structure && structure->hasName() && structure->getName().contains("__va_list_tag"))
      return gep->getPointerOperand();
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return nullptr;
  for (llvm::Value *operand : instruction->operands())
    if (isa<Instruction>(operand))
      if (llvm::Value *list = listBehind(operand, depth + 1))
        return list;
  return nullptr;
}

void FunctionLowering::lowerVaArg(Instruction &address) {
  TypeId result = types.type(address.getType());
  if (auto found = facts.vaArgs.find(position(address.getDebugLoc().get())); found != facts.vaArgs.end()) {
    result = types.type(found->second);
    if (draft.module[result].kind == TypeKind::Record)
      types.complete(draft.module[result].record);
  } else {
    for (const User *user : address.users())
      if (auto *load = dyn_cast<LoadInst>(user))
        result = types.type(load->getType());
  }
  VarId temp = tempFor(address, result);
  llvm::Value *list = listBehind(&address);
  ExprId source = list ? place(list) : draft.deref(draft.unknown("va_list", types.pointerTo(types.voidType())));
  emit(locOf(address), VaOp{VaKind::Arg, source, draft.var(temp)});
  values[&address] = draft.addressOf(draft.var(temp));
}

} // namespace custody::lower
