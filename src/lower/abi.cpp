#include "lower/abi.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

using namespace clang;
using clang::CodeGen::ABIArgInfo;

namespace custody::lower {

llvm::SmallVector<QualType, 6> sourceParameters(const FunctionDecl &function) {
  llvm::SmallVector<QualType, 6> types;
  if (auto *method = dyn_cast<CXXMethodDecl>(&function); method && method->isImplicitObjectMemberFunction())
    types.push_back(method->getThisType());
  for (const ParmVarDecl *param : function.parameters())
    types.push_back(param->getType());
  return types;
}

// The pieces of a structure in registers: the elements of the type that it is coerced to.
static void splitPieces(const llvm::DataLayout &layout, const ABIArgInfo &info, AbiArgument &argument) {
  llvm::Type *coerced = info.getCoerceToType();
  auto *structure = llvm::dyn_cast_or_null<llvm::StructType>(coerced);
  const uint64_t start = info.getDirectOffset();
  if (structure && info.isDirect() && info.getCanBeFlattened()) {
    const llvm::StructLayout &parts = *layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      argument.offsets.push_back(start + parts.getElementOffset(i));
  } else {
    argument.offsets.push_back(start);
  }
  argument.count = argument.offsets.size();
}

// On some targets the members of a structure are passed one by one. False if there is something else in it.
static bool expand(const ASTContext &ast, QualType type, uint64_t start, llvm::SmallVectorImpl<uint64_t> &offsets) {
  if (auto *array = ast.getAsConstantArrayType(type)) {
    const uint64_t stride = ast.getTypeSizeInChars(array->getElementType()).getQuantity();
    for (uint64_t i = 0; i < array->getZExtSize(); ++i)
      if (!expand(ast, array->getElementType(), start + i * stride, offsets))
        return false;
    return true;
  }
  auto *record = type->getAs<RecordType>();
  if (!record) {
    offsets.push_back(start);
    return !type->isAnyComplexType();
  }
  const RecordDecl *decl = record->getDecl();
  auto *cxx = dyn_cast<CXXRecordDecl>(decl);
  if (decl->isUnion() || (cxx && cxx->getNumBases()))
    return false;
  const ASTRecordLayout &layout = ast.getASTRecordLayout(decl);
  for (const FieldDecl *field : decl->fields())
    if (field->isBitField() ||
        !expand(ast, field->getType(), start + layout.getFieldOffset(field->getFieldIndex()) / 8, offsets))
      return false;
  return true;
}

static std::optional<AbiArgument> classify(const ASTContext &ast, const llvm::DataLayout &layout,
                                           const ABIArgInfo &info, QualType type) {
  AbiArgument argument;
  argument.type = type;
  switch (info.getKind()) {
  case ABIArgInfo::Ignore:
    argument.passing = Passing::Nothing;
    argument.count = 0;
    return argument;
  case ABIArgInfo::Indirect:
  case ABIArgInfo::IndirectAliased:
    argument.passing = Passing::Address;
    return argument;
  case ABIArgInfo::Direct:
  case ABIArgInfo::Extend:
    if (type->isRecordType() || type->isAnyComplexType() || type->isMemberFunctionPointerType()) {
      argument.passing = Passing::Pieces;
      splitPieces(layout, info, argument);
    }
    return argument;
  case ABIArgInfo::Expand:
    argument.passing = Passing::Pieces;
    if (!expand(ast, type, 0, argument.offsets))
      return std::nullopt;
    argument.count = argument.offsets.size();
    return argument;
  case ABIArgInfo::CoerceAndExpand:
  case ABIArgInfo::InAlloca:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<AbiSignature> abiSignature(ASTContext &ast, CodeGenerator &codegen, QualType result,
                                         llvm::ArrayRef<QualType> arguments, unsigned required) {
  llvm::SmallVector<CanQualType, 8> canonical;
  for (QualType type : arguments)
    canonical.push_back(ast.getCanonicalParamType(type));
  const bool isVariadic = required < arguments.size();
  const CodeGen::CGFunctionInfo &info = CodeGen::arrangeFreeFunctionCall(
      codegen.CGM(), ast.getCanonicalType(result).getUnqualifiedType(), canonical, FunctionType::ExtInfo(),
      isVariadic ? CodeGen::RequiredArgs(required) : CodeGen::RequiredArgs(CodeGen::RequiredArgs::All));

  AbiSignature signature;
  signature.result = result;
  const llvm::DataLayout &layout = codegen.GetModule()->getDataLayout();
  unsigned next = 0;
  bool afterThis = false;
  if (info.getReturnInfo().isIndirect()) {
    afterThis = info.getReturnInfo().isSRetAfterThis();
    signature.resultAddress = afterThis ? 1 : next++;
  }
  unsigned index = 0;
  for (const auto &entry : info.arguments()) {
    std::optional<AbiArgument> argument = classify(ast, layout, entry.info, arguments[index++]);
    if (!argument)
      return std::nullopt;
    if (entry.info.getPaddingType())
      ++next;
    argument->first = next;
    next += argument->count;
    if (next == 1 && afterThis)
      ++next;
    signature.arguments.push_back(std::move(*argument));
  }
  signature.llvmArguments = next;
  return signature;
}

} // namespace custody::lower
