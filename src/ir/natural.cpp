#include "ir/natural.h"
#include "ir/words.h"

namespace custody::ir {
namespace {

using Kind = NaturalType::Kind;

const Type *typeAt(const Module &module, TypeId id) {
  return id.index < module.types.size() ? &module.types[id.index] : nullptr;
}

TypeKind kindOf(const Module &module, TypeId id) {
  const Type *type = typeAt(module, id);
  return type ? type->kind : TypeKind::Void;
}

bool isSignedInt(const Module &module, TypeId id) {
  const Type *type = typeAt(module, id);
  return type && type->kind == TypeKind::Int && type->isSigned;
}

TypeId operandType(const Function &function, ExprId id) {
  return id.index < function.exprs.size() ? function[id].type : TypeId();
}

NaturalType pointerTo(TypeId type) {
  return {Kind::PointerTo, type, {}, 0, false};
}

NaturalType innerOf(const Module &module, TypeId id, TypeKind kind) {
  const Type *type = typeAt(module, id);
  return type && type->kind == kind ? same(type->inner) : NaturalType();
}

NaturalType fieldType(const Module &module, const Expr &expr) {
  if (expr.record.index >= module.records.size())
    return {};
  const Record &record = module[expr.record];
  return expr.entity < record.fields.size() ? same(record.fields[expr.entity].type) : NaturalType();
}

NaturalType baseType(const Module &module, const Expr &expr) {
  if (expr.record.index >= module.records.size() || expr.entity >= module[expr.record].bases.size())
    return {};
  return recordOf(module[expr.record].bases[expr.entity].record);
}

NaturalType binaryType(const Module &module, const Expr &expr, TypeId left) {
  if (isComparison(expr.op))
    return boolNatural();
  if (expr.op == Op::Sub && kindOf(module, left) == TypeKind::Pointer)
    return indexNatural(module);
  return same(left);
}

NaturalType elementType(const Module &module, TypeId array) {
  NaturalType inner = innerOf(module, array, TypeKind::Array);
  return inner.kind == Kind::None ? same(array) : inner;
}

// Whether a literal of this kind may have the expected type.
bool fits(const Module &module, ExprKind kind, const NaturalType &expected) {
  if (expected.kind == Kind::None)
    return false;
  auto has = [&](TypeKind typeKind, Kind natural) {
    return expected.kind == natural || (expected.kind == Kind::Same && kindOf(module, expected.type) == typeKind);
  };
  switch (kind) {
  case ExprKind::Int:
    return has(TypeKind::Int, Kind::IntOf);
  case ExprKind::Float:
    return has(TypeKind::Float, Kind::FloatOf);
  case ExprKind::Null:
    return has(TypeKind::Pointer, Kind::PointerTo) || has(TypeKind::MemberPointer, Kind::VoidPointer);
  default:
    return true;
  }
}

struct Symbol {
  llvm::StringLiteral text;
  Op onSigned;
  Op onUnsigned; // pointers too
  Op onFloat;
};

constexpr Symbol Symbols[] = {
    {"+", Op::Add, Op::Add, Op::FAdd},    {"-", Op::Sub, Op::Sub, Op::FSub},   {"*", Op::Mul, Op::Mul, Op::FMul},
    {"/", Op::SDiv, Op::UDiv, Op::FDiv},  {"%", Op::SRem, Op::URem, Op::FRem}, {"<<", Op::Shl, Op::Shl, Op::None},
    {">>", Op::AShr, Op::LShr, Op::None}, {"&", Op::And, Op::And, Op::None},   {"|", Op::Or, Op::Or, Op::None},
    {"^", Op::Xor, Op::Xor, Op::None},    {"==", Op::Eq, Op::Eq, Op::None},    {"!=", Op::Ne, Op::Ne, Op::None},
    {"<", Op::SLt, Op::ULt, Op::None},    {"<=", Op::SLe, Op::ULe, Op::None},  {">", Op::SGt, Op::UGt, Op::None},
    {">=", Op::SGe, Op::UGe, Op::None},
};

Op meaning(const Module &module, const Symbol &symbol, TypeId left) {
  if (kindOf(module, left) == TypeKind::Float)
    return symbol.onFloat;
  return isSignedInt(module, left) ? symbol.onSigned : symbol.onUnsigned;
}

const Type *calleeType(const Module &module, const Function &function, const Call &call) {
  TypeId id;
  if (call.calleeKind == CalleeKind::Indirect) {
    const Type *pointer = typeAt(module, operandType(function, call.pointer));
    id = pointer && pointer->kind == TypeKind::Pointer ? pointer->inner : TypeId();
  } else if (call.function.index < module.functions.size()) {
    id = module[call.function].type;
  }
  const Type *type = typeAt(module, id);
  return type && type->kind == TypeKind::Function ? type : nullptr;
}

llvm::ArrayRef<VarId> sourceParams(const Function &function) {
  llvm::ArrayRef<VarId> params = function.params;
  return hasThis(function.kind) && !params.empty() ? params.drop_front() : params;
}

} // namespace

bool matches(const Module &module, const NaturalType &natural, TypeId id) {
  const Type *type = typeAt(module, id);
  if (!type)
    return false;
  auto isPlainPointer = [&] { return type->kind == TypeKind::Pointer && !type->innerConst && !type->isReference; };
  switch (natural.kind) {
  case Kind::None:
    return false;
  case Kind::Same:
    return natural.type == id;
  case Kind::PointerTo:
    return isPlainPointer() && type->inner == natural.type;
  case Kind::VoidPointer:
    return isPlainPointer() && type->inner && kindOf(module, type->inner) == TypeKind::Void;
  case Kind::RecordOf:
    return type->kind == TypeKind::Record && type->record == natural.record;
  case Kind::IntOf:
    return type->kind == TypeKind::Int && !type->name && type->bits == natural.bits &&
           type->isSigned == natural.isSigned;
  case Kind::FloatOf:
    return type->kind == TypeKind::Float && type->bits == natural.bits;
  }
  return false;
}

TypeId intern(TypeInterner &types, const NaturalType &natural) {
  switch (natural.kind) {
  case Kind::None:
    return {};
  case Kind::Same:
    return natural.type;
  case Kind::PointerTo:
    return types.pointerTo(natural.type);
  case Kind::VoidPointer:
    return types.pointerTo(types.voidType());
  case Kind::RecordOf:
    return types.recordType(natural.record);
  case Kind::IntOf:
    return types.intType(natural.bits, natural.isSigned);
  case Kind::FloatOf:
    return types.floatType(natural.bits);
  }
  return {};
}

NaturalType naturalType(const Module &module, const Function &function, const Expr &expr) {
  TypeId left = operandType(function, expr.a);
  switch (expr.kind) {
  case ExprKind::Int:
  case ExprKind::Float:
  case ExprKind::Null:
  case ExprKind::Undef:
  case ExprKind::Unknown:
  case ExprKind::Cast:
  case ExprKind::Offset:
    return {};
  case ExprKind::FuncAddr:
    return expr.entity < module.functions.size() ? pointerTo(module[expr.func()].type) : NaturalType();
  case ExprKind::Load:
  case ExprKind::Unary:
    return same(left);
  case ExprKind::AddrOf:
    return pointerTo(left);
  case ExprKind::Binary:
    return binaryType(module, expr, left);
  case ExprKind::Select:
    return same(operandType(function, expr.b));
  case ExprKind::Var:
    return expr.entity < function.vars.size() ? same(function[expr.var()].type) : NaturalType();
  case ExprKind::Global:
    return expr.entity < module.globals.size() ? same(module[expr.global()].type) : NaturalType();
  case ExprKind::Deref:
    return innerOf(module, left, TypeKind::Pointer);
  case ExprKind::Field:
    return fieldType(module, expr);
  case ExprKind::Base:
    return baseType(module, expr);
  case ExprKind::Index:
    return elementType(module, left);
  }
  return {};
}

NaturalType leafType(const Module &module, ExprKind kind, const NaturalType &expected) {
  if (fits(module, kind, expected))
    return expected;
  switch (kind) {
  case ExprKind::Float:
    return {Kind::FloatOf, {}, {}, 64, false};
  case ExprKind::Null:
    return {Kind::VoidPointer, {}, {}, 0, false};
  default:
    return intOf(32, true);
  }
}

uint64_t naturalStride(const Module &module, TypeId element) {
  return element.index < module.types.size() ? sizeOf(module, element) : 0;
}

Op naturalCast(const Module &module, TypeId from, TypeId to) {
  TypeKind fromKind = kindOf(module, from);
  TypeKind toKind = kindOf(module, to);
  if (fromKind == TypeKind::Float || toKind == TypeKind::Float)
    return Op::FloatCast;
  if (fromKind == TypeKind::Pointer && toKind == TypeKind::Int)
    return Op::PtrToInt;
  if (fromKind == TypeKind::Int && toKind == TypeKind::Pointer)
    return Op::IntToPtr;
  if (fromKind != TypeKind::Int || toKind != TypeKind::Int)
    return Op::BitCast;
  uint32_t fromBits = module[from].bits;
  uint32_t toBits = module[to].bits;
  if (fromBits == toBits)
    return Op::BitCast;
  if (fromBits > toBits)
    return Op::Trunc;
  return module[from].isSigned ? Op::SExt : Op::ZExt;
}

llvm::StringRef binarySpelling(const Module &module, Op op, TypeId left) {
  for (const Symbol &symbol : Symbols)
    if (meaning(module, symbol, left) == op)
      return symbol.text;
  return word(op);
}

Op binaryFromSymbol(const Module &module, llvm::StringRef text, TypeId left) {
  for (const Symbol &symbol : Symbols)
    if (symbol.text == text)
      return meaning(module, symbol, left);
  return Op::None;
}

unsigned precedence(Op op) {
  switch (op) {
  case Op::Mul:
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::FMul:
  case Op::FDiv:
  case Op::FRem:
    return 8;
  case Op::Add:
  case Op::Sub:
  case Op::FAdd:
  case Op::FSub:
    return 7;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return 6;
  case Op::Eq:
  case Op::Ne:
    return 4;
  case Op::And:
    return 3;
  case Op::Xor:
    return 2;
  case Op::Or:
    return 1;
  default:
    return isComparison(op) ? 5 : 1;
  }
}

NaturalType expectedArgument(const Module &module, const Function &function, const Call &call, uint32_t index) {
  const Type *type = calleeType(module, function, call);
  if (!type)
    return {};
  if (call.calleeKind != CalleeKind::Indirect && hasThis(module[call.function].kind)) {
    if (index == 0)
      return {};
    --index;
  }
  return index < type->params.size() ? same(type->params[index]) : NaturalType();
}

bool hasNaturalType(const Module &module, const Function &function) {
  const Type *type = typeAt(module, function.type);
  if (!type || type->kind != TypeKind::Function || type->isVariadic)
    return false;
  bool sameResult = function.returnVar.index < function.vars.size()
                        ? type->inner == function[function.returnVar].type
                        : type->inner && kindOf(module, type->inner) == TypeKind::Void;
  llvm::ArrayRef<VarId> params = sourceParams(function);
  return sameResult && llvm::equal(type->params, params, [&](TypeId param, VarId var) {
           return var.index < function.vars.size() && function[var].type == param;
         });
}

TypeId naturalType(TypeInterner &types, const Function &function) {
  llvm::SmallVector<TypeId, 8> params;
  for (VarId var : sourceParams(function))
    params.push_back(function[var].type);
  return types.functionType(function.returnVar ? function[function.returnVar].type : types.voidType(), params);
}

} // namespace custody::ir
