#include "lower/initializers.h"
#include "lower/declarations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace custody::lower {
namespace {

constexpr size_t MaxNumbers = 4096; // beyond it a table is data (Unicode, images), not something a branch tests

class Reader {
public:
  Reader(const DataLayout &layout, Declarations &declarations, SourceTypes &types)
      : layout(layout), declarations(declarations), types(types) {}

  void read(const Constant &constant, uint64_t offset) {
    if (constant.isNullValue() || isa<UndefValue>(constant))
      return;
    if (auto *number = dyn_cast<ConstantInt>(&constant))
      return readInt(*number, offset);
    if (auto *sequence = dyn_cast<ConstantDataSequential>(&constant))
      return readSequence(*sequence, offset);
    if (auto *structure = dyn_cast<ConstantStruct>(&constant)) {
      const StructLayout &parts = *layout.getStructLayout(structure->getType());
      for (unsigned i = 0; i < structure->getNumOperands(); ++i)
        read(*structure->getOperand(i), offset + parts.getElementOffset(i));
      return;
    }
    if (isa<ConstantArray>(constant) || isa<ConstantVector>(constant)) {
      const uint64_t stride = layout.getTypeAllocSize(constant.getOperand(0)->getType());
      for (unsigned i = 0; i < constant.getNumOperands(); ++i)
        read(*cast<Constant>(constant.getOperand(i)), offset + i * stride);
      return;
    }
    if (auto *expr = dyn_cast<ConstantExpr>(&constant); expr && expr->getOpcode() == Instruction::IntToPtr)
      return read(*expr->getOperand(0), offset);
    if (constant.getType()->isPointerTy())
      return readAddress(constant, offset);
    if (auto *expr = dyn_cast<ConstantExpr>(&constant); expr && expr->getOpcode() == Instruction::PtrToInt)
      return readAddress(*expr->getOperand(0), offset);
    isComplete = false; // floating-point numbers, differences of addresses
  }

  std::vector<ir::InitValue> values;
  bool isComplete = true;
  size_t numbers = 0;

private:
  void add(uint64_t offset, uint64_t size, ir::InitKind kind, int64_t value, uint32_t entity = 0) {
    values.push_back({offset, static_cast<uint32_t>(size), kind, value, entity});
  }

  void readInt(const ConstantInt &number, uint64_t offset) {
    if (number.getBitWidth() > 64 || ++numbers > MaxNumbers) {
      isComplete = false;
      return;
    }
    add(offset, layout.getTypeStoreSize(number.getType()), ir::InitKind::Int, number.getSExtValue());
  }

  void readSequence(const ConstantDataSequential &sequence, uint64_t offset) {
    if (sequence.isString()) {
      ir::Sym text = types.sym(sequence.getAsString());
      add(offset, sequence.getNumElements(), ir::InitKind::Text, 0, text.index);
      return;
    }
    if (!sequence.getElementType()->isIntegerTy()) {
      isComplete = false;
      return;
    }
    const uint64_t stride = sequence.getElementByteSize();
    for (unsigned i = 0; i < sequence.getNumElements(); ++i)
      if (const uint64_t value = sequence.getElementAsInteger(i))
        readInt(*cast<ConstantInt>(ConstantInt::get(sequence.getElementType(), value)), offset + i * stride);
  }

  void readAddress(const Constant &pointer, uint64_t offset) {
    APInt addend(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
    const Value *base = pointer.stripAndAccumulateConstantOffsets(layout, addend, /*AllowNonInbounds=*/true);
    const uint64_t size = layout.getPointerSize();
    if (auto *alias = dyn_cast<GlobalAlias>(base))
      base = alias->getAliaseeObject();
    if (auto *function = dyn_cast_or_null<Function>(base))
      return add(offset, size, ir::InitKind::FuncAddr, 0,
                 declarations.function(*const_cast<Function *>(function)).index);
    if (auto *variable = dyn_cast_or_null<GlobalVariable>(base))
      return add(offset, size, ir::InitKind::GlobalAddr, addend.getSExtValue(),
                 declarations.global(*const_cast<GlobalVariable *>(variable)).index);
    isComplete = false;
  }

  const DataLayout &layout;
  Declarations &declarations;
  SourceTypes &types;
};

} // namespace

InitialValue initialValue(const GlobalVariable &variable, Declarations &declarations, SourceTypes &types) {
  if (!variable.hasInitializer())
    return {};
  Reader reader(variable.getParent()->getDataLayout(), declarations, types);
  reader.read(*variable.getInitializer(), 0);
  // An incomplete table still tells which functions it holds, but a missing number must not be taken for zero.
  if (!reader.isComplete)
    erase_if(reader.values, [](const ir::InitValue &value) { return value.kind == ir::InitKind::Int; });
  return {reader.isComplete, std::move(reader.values)};
}

} // namespace custody::lower
