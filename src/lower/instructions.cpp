// Values and the simple statements: loads, stores, arithmetic, comparisons, atomics.
#include "llvm/IR/Instructions.h"
#include "lower/folding.h"
#include "lower/function_lowering.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace custody::ir;

namespace custody::lower {

void FunctionLowering::lowerInstruction(Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return lowerStore(*store);
  if (isVaArgAddress(instruction))
    return lowerVaArg(instruction);
  if (isVaListBookkeeping(instruction))
    return;
  if (isBehindCookie(instruction) || isCookieRead(instruction)) {
    values[&instruction] = compute(instruction);
    return;
  }
  if (isFoldable(instruction)) {
    if (isHeld(instruction) && !instruction.use_empty())
      hold(instruction, compute(instruction));
    return;
  }
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    if (auto found = temps.find(phi); found != temps.end())
      values[phi] = draft.load(draft.var(found->second));
    else if (isArrayLoop(*phi->getParent()))
      values[phi] = value(phi->getIncomingValue(phi->getIncomingBlock(0) == phi->getParent() ? 1 : 0));
    return;
  }
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return lowerIntrinsic(*intrinsic);
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return lowerCall(*call);
  if (auto *slot = dyn_cast<AllocaInst>(&instruction)) {
    if (slots.contains(slot) || ignoredSlots.contains(slot) || graph.flags.contains(slot))
      return;
    // alloca(n): a pointer to memory of the frame.
    VarId temp = tempFor(*slot, types.pointerTo(types.type(slot->getAllocatedType())));
    ExprId size =
        draft.binary(Op::Mul, value(slot->getArraySize()),
                     draft.sizeValue(layout.getTypeAllocSize(slot->getAllocatedType())), types.intType(64, false));
    emit(locOf(*slot), StackAlloc{draft.var(temp), size});
    values[slot] = draft.load(draft.var(temp));
    return;
  }
  if (isa<LandingPadInst>(instruction))
    return lowerLandingPad(instruction);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return hold(*load, compute(*load)); // volatile or atomic: read here, once
  if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
    return lowerAtomic(instruction);
  if (isa<FenceInst>(instruction))
    return;
  Unknown unknown;
  unknown.cause = types.sym(("instruction " + Twine(instruction.getOpcodeName())).str());
  if (!instruction.getType()->isVoidTy()) {
    VarId temp = tempFor(instruction, types.type(instruction.getType()));
    unknown.dst = draft.var(temp);
    values[&instruction] = draft.load(draft.var(temp));
  }
  emit(locOf(instruction), unknown);
}

VarId FunctionLowering::tempFor(const Instruction &instruction, TypeId type) {
  auto [entry, isNew] = temps.try_emplace(&instruction);
  if (isNew)
    entry->second = draft.addTemp(type, locOf(instruction));
  return entry->second;
}

void FunctionLowering::hold(Instruction &instruction, ExprId computed) {
  VarId temp = tempFor(instruction, draft[computed].type);
  ExprId target = draft.var(temp);
  if (draft.typeOf(target).kind == TypeKind::Record && draft[computed].kind == ExprKind::Load)
    emit(locOf(instruction),
         Copy{target, draft[computed].a, draft.sizeValue(sizeOf(draft.module, draft[target].type))});
  else
    emit(locOf(instruction), Assign{target, computed});
  values[&instruction] = draft.load(draft.var(temp));
}

ExprId FunctionLowering::value(llvm::Value *source) {
  if (auto *fixed = dyn_cast<Constant>(source))
    return constant(*fixed);
  if (auto found = slots.find(source); found != slots.end())
    return draft.addressOf(draft.var(found->second));
  if (auto found = values.find(source); found != values.end())
    return found->second;
  auto *instruction = dyn_cast<Instruction>(source);
  if (instruction && isFoldable(*instruction) && !isHeld(*instruction))
    return values[source] = compute(*instruction);
  if (auto *phi = dyn_cast<PHINode>(source))
    if (auto found = temps.find(phi); found != temps.end())
      return draft.load(draft.var(found->second));
  return draft.unknown("value without definition", types.type(source->getType()));
}

ExprId FunctionLowering::place(llvm::Value *address, llvm::Type *accessed) {
  return places.scalar(place(address), accessed);
}

ExprId FunctionLowering::constant(const Constant &source) {
  llvm::Type *type = source.getType();
  if (auto *number = dyn_cast<ConstantInt>(&source))
    return number->getBitWidth() <= 64 ? draft.intValue(number->getSExtValue(), types.type(type))
                                       : draft.unknown("wide integer", types.type(type));
  if (isa<ConstantPointerNull>(source))
    return draft.null(types.type(type));
  if (auto *function = dyn_cast<llvm::Function>(&source))
    return draft.functionAddress(unit.declarations.function(*const_cast<llvm::Function *>(function)));
  if (auto *variable = dyn_cast<GlobalVariable>(&source))
    return draft.addressOf(draft.global(unit.declarations.global(*const_cast<GlobalVariable *>(variable))));
  if (auto *alias = dyn_cast<GlobalAlias>(&source))
    return constant(*alias->getAliasee());
  if (auto *number = dyn_cast<ConstantFP>(&source)) {
    Expr expr;
    expr.kind = ExprKind::Float;
    expr.type = types.type(type);
    APFloat converted = number->getValueAPF();
    bool losesInfo = false;
    converted.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    expr.imm = converted.bitcastToAPInt().getSExtValue();
    return draft.add(expr);
  }
  if (isa<UndefValue>(source))
    return draft.undef(types.type(type));
  if (auto *gep = dyn_cast<GEPOperator>(&source))
    return draft.addressOf(places.element(*gep, [&](llvm::Value *operand) { return value(operand); }));
  if (auto *expr = dyn_cast<ConstantExpr>(&source); expr && expr->isCast()) {
    const Op op = expr->getOpcode() == Instruction::PtrToInt   ? Op::PtrToInt
                  : expr->getOpcode() == Instruction::IntToPtr ? Op::IntToPtr
                  : expr->getOpcode() == Instruction::Trunc    ? Op::Trunc
                                                               : Op::BitCast;
    return draft.cast(op, constant(*expr->getOperand(0)), types.type(type));
  }
  if (isa<BlockAddress>(source))
    return draft.unknown("label address", types.type(type));
  return draft.unknown(isa<ConstantExpr>(source) ? "constant expression" : "constant aggregate", types.type(type));
}

static Op binaryOp(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
    return Op::Add;
  case Instruction::Sub:
    return Op::Sub;
  case Instruction::Mul:
    return Op::Mul;
  case Instruction::UDiv:
    return Op::UDiv;
  case Instruction::SDiv:
    return Op::SDiv;
  case Instruction::URem:
    return Op::URem;
  case Instruction::SRem:
    return Op::SRem;
  case Instruction::Shl:
    return Op::Shl;
  case Instruction::LShr:
    return Op::LShr;
  case Instruction::AShr:
    return Op::AShr;
  case Instruction::And:
    return Op::And;
  case Instruction::Or:
    return Op::Or;
  case Instruction::Xor:
    return Op::Xor;
  case Instruction::FAdd:
    return Op::FAdd;
  case Instruction::FSub:
    return Op::FSub;
  case Instruction::FMul:
    return Op::FMul;
  case Instruction::FDiv:
    return Op::FDiv;
  case Instruction::FRem:
    return Op::FRem;
  default:
    return Op::None;
  }
}

static Op compareOp(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return Op::Eq;
  case CmpInst::ICMP_NE:
    return Op::Ne;
  case CmpInst::ICMP_ULT:
    return Op::ULt;
  case CmpInst::ICMP_ULE:
    return Op::ULe;
  case CmpInst::ICMP_UGT:
    return Op::UGt;
  case CmpInst::ICMP_UGE:
    return Op::UGe;
  case CmpInst::ICMP_SLT:
    return Op::SLt;
  case CmpInst::ICMP_SLE:
    return Op::SLe;
  case CmpInst::ICMP_SGT:
    return Op::SGt;
  case CmpInst::ICMP_SGE:
    return Op::SGe;
  default:
    return Op::FCmp;
  }
}

static Op negated(Op op) {
  switch (op) {
  case Op::Eq:
    return Op::Ne;
  case Op::Ne:
    return Op::Eq;
  case Op::ULt:
    return Op::UGe;
  case Op::UGe:
    return Op::ULt;
  case Op::ULe:
    return Op::UGt;
  case Op::UGt:
    return Op::ULe;
  case Op::SLt:
    return Op::SGe;
  case Op::SGe:
    return Op::SLt;
  case Op::SLe:
    return Op::SGt;
  case Op::SGt:
    return Op::SLe;
  default:
    return Op::None;
  }
}

ExprId FunctionLowering::operation(Op op, llvm::Value *a, llvm::Value *b, llvm::Type *type) {
  ExprId left = value(a), right = value(b);
  return draft.binary(op, left, right, types.type(type));
}

ExprId FunctionLowering::computeBinary(const Instruction &instruction) {
  llvm::Type *type = instruction.getType();
  if (type->isVectorTy())
    return draft.unknown("vector arithmetic", types.type(type));
  // `!x`: the compiler negates a truth value by xor.
  if (instruction.getOpcode() == Instruction::Xor && type->isIntegerTy(1) &&
      isa<ConstantInt>(instruction.getOperand(1)) && cast<ConstantInt>(instruction.getOperand(1))->isOne()) {
    ExprId inner = value(instruction.getOperand(0));
    const Expr expr = draft[inner];
    if (expr.kind == ExprKind::Binary && negated(expr.op) != Op::None)
      return draft.binary(negated(expr.op), expr.a, expr.b, expr.type);
    return draft.binary(Op::Eq, inner, draft.intValue(0, expr.type), types.intType(1, false));
  }
  return operation(binaryOp(instruction.getOpcode()), instruction.getOperand(0), instruction.getOperand(1), type);
}

ExprId FunctionLowering::computeCompare(const Instruction &instruction) {
  if (instruction.getType()->isVectorTy())
    return draft.unknown("vector comparison", types.type(instruction.getType()));
  const Op op = compareOp(cast<CmpInst>(instruction).getPredicate());
  ExprId left = value(instruction.getOperand(0)), right = value(instruction.getOperand(1));
  // `if (x)` on a truth value tests it against zero once more.
  const Expr leftExpr = draft[left];
  if (draft[right].kind == ExprKind::Null && draft[right].type != leftExpr.type)
    right = draft.null(leftExpr.type);
  return draft.binary(op, left, right, types.intType(1, false));
}

ExprId FunctionLowering::computeCast(const Instruction &instruction) {
  ExprId inner = value(instruction.getOperand(0));
  llvm::Type *type = instruction.getType();
  if (type->isVectorTy() || instruction.getOperand(0)->getType()->isVectorTy())
    return draft.unknown("vector conversion", types.type(type));
  Op op = Op::FloatCast;
  switch (instruction.getOpcode()) {
  case Instruction::Trunc:
    op = Op::Trunc;
    // A bool is stored as a byte: `(bool)(char)b` is b.
    if (const Expr outer = draft[inner]; type->isIntegerTy(1) && outer.kind == ExprKind::Cast && outer.op == Op::ZExt &&
                                         draft.module[draft[outer.a].type].bits == 1)
      return outer.a;
    break;
  case Instruction::ZExt:
    op = Op::ZExt;
    break;
  case Instruction::SExt:
    op = Op::SExt;
    break;
  case Instruction::PtrToInt:
    op = Op::PtrToInt;
    break;
  case Instruction::IntToPtr:
    op = Op::IntToPtr;
    break;
  case Instruction::BitCast:
    op = Op::BitCast;
    break;
  case Instruction::AddrSpaceCast:
    return inner;
  default:
    break;
  }
  return draft.cast(op, inner, types.type(type));
}

// A part of an aggregate value: of a structure that a call returned, of a load of a pair, of an overflow check.
ExprId FunctionLowering::computeExtract(const Instruction &instruction) {
  auto &extract = cast<ExtractValueInst>(instruction);
  const llvm::Value *aggregate = extract.getAggregateOperand();
  llvm::Type *type = extract.getType();
  if (auto *overflow = dyn_cast<WithOverflowInst>(aggregate)) {
    if (extract.getIndices()[0] == 1) {
      // The size of a new-expression: its overflow makes the allocation fail, which is the allocation's business.
      auto found = facts.calls.find(position(extract.getDebugLoc().get()));
      const bool isNew = found != facts.calls.end() && isa<clang::CXXNewExpr>(found->second.front());
      return isNew ? draft.intValue(0, types.intType(1, false)) : draft.unknown("overflow", types.intType(1, false));
    }
    return operation(binaryOp(overflow->getBinaryOp()), overflow->getLHS(), overflow->getRHS(), type);
  }
  // Look through the insertions that made the aggregate.
  while (auto *insert = dyn_cast<InsertValueInst>(aggregate)) {
    if (insert->getIndices() == extract.getIndices())
      return value(const_cast<llvm::Value *>(insert->getInsertedValueOperand()));
    aggregate = insert->getAggregateOperand();
  }
  ExprId whole = value(const_cast<llvm::Value *>(aggregate));
  if (draft[whole].kind != ExprKind::Load)
    return draft.unknown("part of aggregate", types.type(type));
  SmallVector<llvm::Value *, 4> path = {ConstantInt::get(llvm::Type::getInt32Ty(type->getContext()), 0)};
  for (unsigned index : extract.getIndices())
    path.push_back(ConstantInt::get(llvm::Type::getInt32Ty(type->getContext()), index));
  const int64_t offset = layout.getIndexedOffsetInType(aggregate->getType(), path);
  return draft.load(places.part(draft[whole].a, offset, type));
}

ExprId FunctionLowering::compute(Instruction &instruction) {
  llvm::Type *type = instruction.getType();
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    if (const llvm::Value *saved = savedValue(load))
      return value(const_cast<llvm::Value *>(saved));
    if (auto *slot = dyn_cast<AllocaInst>(load->getPointerOperand())) {
      if (graph.flags.contains(slot))
        return draft.unknown("compiler's flag", types.type(type));
      if (ignoredSlots.contains(slot)) // the address of an argument in memory
        for (auto &entry : slots)
          if (auto *argument = dyn_cast<Argument>(entry.first))
            for (const User *user : argument->users())
              if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == slot)
                return draft.addressOf(draft.var(entry.second));
    }
    return draft.load(place(load->getPointerOperand(), type));
  }
  if (isBehindCookie(instruction))
    return value(instruction.getOperand(0));
  if (isCookieRead(instruction))
    return draft.unknown("array count", types.type(type));
  if (auto *gep = dyn_cast<GEPOperator>(&instruction))
    return gep->getType()->isVectorTy()
               ? draft.unknown("vector of addresses", types.type(type))
               : draft.addressOf(places.element(*gep, [&](llvm::Value *operand) { return value(operand); }));
  if (isa<BinaryOperator>(instruction))
    return computeBinary(instruction);
  if (isa<CmpInst>(instruction))
    return computeCompare(instruction);
  if (isa<CastInst>(instruction))
    return computeCast(instruction);
  if (isa<ExtractValueInst>(instruction))
    return computeExtract(instruction);
  if (isa<FreezeInst>(instruction))
    return value(instruction.getOperand(0));
  if (auto *choice = dyn_cast<SelectInst>(&instruction); choice && !type->isVectorTy()) {
    ExprId condition = value(choice->getCondition());
    ExprId a = value(choice->getTrueValue()), b = value(choice->getFalseValue());
    return draft.select(condition, a, b);
  }
  if (isa<UnaryOperator>(instruction) && !type->isVectorTy())
    return draft.unary(Op::Neg, value(instruction.getOperand(0)), types.type(type));
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return computeIntrinsic(*intrinsic);
  return draft.unknown(isa<InsertValueInst>(instruction) ? "aggregate value" : "vector value", types.type(type));
}

void FunctionLowering::storeAggregate(ExprId target, const Constant &constant, Loc loc) {
  if (constant.isNullValue()) {
    emit(loc, Fill{target, draft.intValue(0, types.intType(8, false)),
                   draft.sizeValue(layout.getTypeStoreSize(constant.getType()))});
    return;
  }
  if (isa<UndefValue>(constant))
    return;
  for (unsigned i = 0; Constant *element = constant.getAggregateElement(i); ++i) {
    llvm::Type *whole = constant.getType();
    const uint64_t offset = isa<StructType>(whole)
                                ? layout.getStructLayout(cast<StructType>(whole))->getElementOffset(i).getFixedValue()
                                : i * layout.getTypeAllocSize(element->getType()).getFixedValue();
    ExprId part = places.part(target, offset, element->getType());
    if (element->getType()->isAggregateType())
      storeAggregate(part, *element, loc);
    else
      emit(loc, Assign{part, this->constant(*element)});
  }
}

void FunctionLowering::lowerStore(StoreInst &store) {
  if (isVaListBookkeeping(store) || store.getPointerOperand()->getName().starts_with("cond-cleanup.save") ||
      isPrologueStore(store) || doneStores.contains(&store) || isCookieStore(store))
    return;
  if (auto *flag = dyn_cast<AllocaInst>(store.getPointerOperand()); flag && graph.flags.contains(flag))
    return;
  const AllocaInst *slot = slotOf(store.getPointerOperand());
  const bool isResult = slot && draft.function.returnVar && slots.lookup(slot) == draft.function.returnVar;
  const Loc loc = isResult ? jumpLoc(store.getDebugLoc()) : locOf(store);
  llvm::Value *stored = store.getValueOperand();
  llvm::Type *type = stored->getType();
  if (type->isAggregateType()) {
    ExprId target = place(store.getPointerOperand());
    if (auto *fixed = dyn_cast<Constant>(stored))
      return storeAggregate(target, *fixed, loc);
    // Piece by piece, if it was put together from pieces.
    if (isa<InsertValueInst>(stored) && isa<StructType>(type)) {
      llvm::Value *rest = stored;
      while (auto *insert = dyn_cast<InsertValueInst>(rest)) {
        if (insert->getNumIndices() == 1) {
          const uint64_t offset =
              layout.getStructLayout(cast<StructType>(type))->getElementOffset(insert->getIndices()[0]);
          llvm::Value *piece = insert->getInsertedValueOperand();
          emit(loc, Assign{places.part(target, offset, piece->getType()), value(piece)});
        }
        rest = insert->getAggregateOperand();
      }
      return;
    }
    ExprId whole = value(stored);
    if (draft[whole].kind == ExprKind::Load) {
      const Expr from = draft[draft[whole].a], to = draft[target];
      if (from.kind == ExprKind::Var && to.kind == ExprKind::Var && from.var() == to.var())
        return; // one variable in two slots
      emit(loc, Copy{target, draft[whole].a, draft.sizeValue(layout.getTypeStoreSize(type))});
      return;
    }
    emit(loc, Assign{places.scalar(target, type), whole});
    return;
  }
  ExprId content = value(stored);
  // A whole structure that a call returned in a register.
  if (draft.typeOf(content).kind == TypeKind::Record && draft[content].kind == ExprKind::Load) {
    emit(loc, Copy{place(store.getPointerOperand()), draft[content].a, draft.sizeValue(layout.getTypeStoreSize(type))});
    return;
  }
  ExprId target = place(store.getPointerOperand(), type);
  if (draft[content].kind == ExprKind::Null && draft.typeOf(target).kind == TypeKind::Pointer)
    content = draft.null(draft[target].type);
  emit(loc, Assign{target, content});
}

// Read, combine, write: atomicity is of no interest here.
void FunctionLowering::lowerAtomic(Instruction &instruction) {
  const Loc loc = locOf(instruction);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    llvm::Type *type = exchange->getCompareOperand()->getType();
    ExprId target = place(exchange->getPointerOperand(), type);
    // {old value, did it succeed}, as one temporary of the LLVM pair's shape.
    VarId pair = tempFor(instruction, types.type(exchange->getType()));
    ExprId old = places.part(draft.var(pair), 0, type);
    llvm::Type *flagType = llvm::Type::getInt1Ty(type->getContext());
    ExprId flag = places.part(
        draft.var(pair), layout.getStructLayout(cast<StructType>(exchange->getType()))->getElementOffset(1), flagType);
    emit(loc, Assign{old, draft.load(target)});
    emit(loc, Assign{flag, draft.binary(Op::Eq, draft.load(old), value(exchange->getCompareOperand()),
                                        types.intType(1, false))});
    emit(loc, Assign{target, draft.select(draft.load(flag), value(exchange->getNewValOperand()), draft.load(old))});
    values[&instruction] = draft.load(draft.var(pair));
    return;
  }
  auto &update = cast<AtomicRMWInst>(instruction);
  llvm::Type *type = update.getType();
  ExprId target = place(update.getPointerOperand(), type);
  VarId old = tempFor(instruction, draft[target].type);
  emit(loc, Assign{draft.var(old), draft.load(target)});
  values[&instruction] = draft.load(draft.var(old));
  Op op = Op::None;
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
    op = Op::Add;
    break;
  case AtomicRMWInst::Sub:
    op = Op::Sub;
    break;
  case AtomicRMWInst::And:
    op = Op::And;
    break;
  case AtomicRMWInst::Or:
    op = Op::Or;
    break;
  case AtomicRMWInst::Xor:
    op = Op::Xor;
    break;
  default:
    break;
  }
  ExprId operand = value(update.getValOperand());
  ExprId result = update.getOperation() == AtomicRMWInst::Xchg ? operand
                  : op != Op::None ? draft.binary(op, draft.load(draft.var(old)), operand, draft[target].type)
                                   : draft.unknown("atomic update", draft[target].type);
  emit(loc, Assign{target, result});
}

void FunctionLowering::lowerLandingPad(Instruction &instruction) {
  auto &pad = cast<LandingPadInst>(instruction);
  // {exception, selector}: catching fills in both, only the exception is an object.
  VarId pair = tempFor(pad, types.type(pad.getType()));
  Catch out;
  out.isCleanup = pad.isCleanup();
  out.dst = places.part(draft.var(pair), 0, llvm::PointerType::get(pad.getContext(), 0));
  SmallVector<ExprId, 2> caught;
  for (unsigned i = 0; i < pad.getNumClauses(); ++i)
    if (pad.isCatch(i))
      caught.push_back(constant(*pad.getClause(i)));
  out.types = draft.list(caught);
  emit(locOf(pad), out);
  values[&instruction] = draft.load(draft.var(pair));
}

} // namespace custody::lower
