#include "lower/source_types.h"
#include "frontend/system_headers.h"
#include "lower/declarations.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/VTableBuilder.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace custody::lower {

using ir::RecordId;
using ir::TypeId;
using ir::TypeKind;

ir::Access access(AccessSpecifier specifier) {
  switch (specifier) {
  case AS_private:
    return ir::Access::Private;
  case AS_protected:
    return ir::Access::Protected;
  case AS_public:
  case AS_none:
    return ir::Access::Public;
  }
  return ir::Access::Public;
}

SourceTypes::SourceTypes(ASTContext &ast, CodeGenerator &codegen, ir::Module &module)
    : ast(ast), codegen(codegen), module(module), interner(module) {}

llvm::LLVMContext &SourceTypes::context() {
  return codegen.GetModule()->getContext();
}

TypeId SourceTypes::pointerTo(TypeId inner) {
  ir::Type type;
  type.kind = TypeKind::Pointer;
  type.inner = inner;
  return intern(std::move(type));
}

TypeId SourceTypes::intType(unsigned bits, bool isSigned) {
  ir::Type type;
  type.kind = TypeKind::Int;
  type.bits = bits;
  type.isSigned = isSigned;
  return intern(std::move(type));
}

TypeId SourceTypes::recordType(RecordId record) {
  ir::Type type;
  type.kind = TypeKind::Record;
  type.record = record;
  return intern(std::move(type));
}

TypeId SourceTypes::voidType() {
  return intern(ir::Type());
}

TypeId SourceTypes::type(QualType qualified) {
  const clang::Type *key = qualified.isNull() ? nullptr : ast.getCanonicalType(qualified).getTypePtr();
  if (!key)
    return voidType();
  if (auto found = types.find(key); found != types.end())
    return found->second;
  TypeId id = intern(convert(*key));
  types[key] = id;
  return id;
}

static ir::Type opaque(ir::Sym name, uint64_t bytes) {
  ir::Type type;
  type.kind = TypeKind::Opaque;
  type.name = name;
  type.count = bytes;
  return type;
}

// Recursion follows the nesting of one type as written; records stop it.
ir::Type SourceTypes::convert(const clang::Type &source) {
  ir::Type result;
  if (source.isVoidType())
    return result;
  if (auto *enumeration = source.getAs<EnumType>()) {
    const EnumDecl *decl = enumeration->getDecl();
    result.kind = TypeKind::Int;
    result.bits = decl->isComplete() ? ast.getTypeSize(&source) : 32;
    result.isSigned = source.isSignedIntegerOrEnumerationType();
    if (decl->getIdentifier())
      result.name = sym(decl->getQualifiedNameAsString());
    return result;
  }
  if (source.isNullPtrType()) {
    result.kind = TypeKind::Pointer;
    result.inner = voidType();
    return result;
  }
  if (source.isIntegerType() || source.isFixedPointType()) {
    result.kind = TypeKind::Int;
    result.bits = source.isBooleanType() ? 1 : ast.getTypeSize(&source);
    result.isSigned = source.isSignedIntegerType();
    return result;
  }
  if (source.isRealFloatingType()) {
    result.kind = TypeKind::Float;
    result.bits = ast.getTypeSize(&source);
    return result;
  }
  QualType pointee = source.getPointeeType();
  if (auto *member = dyn_cast<MemberPointerType>(&source)) {
    result.kind = TypeKind::MemberPointer;
    result.inner = type(member->getPointeeType());
    if (auto *decl = member->getMostRecentCXXRecordDecl())
      result.record = record(decl);
    return result;
  }
  if (!pointee.isNull()) {
    result.kind = TypeKind::Pointer;
    result.isReference = source.isReferenceType();
    result.isRvalue = source.isRValueReferenceType();
    result.innerConst = pointee.isConstQualified();
    result.inner = type(pointee);
    return result;
  }
  if (auto *array = dyn_cast<clang::ArrayType>(&source)) {
    result.kind = TypeKind::Array;
    result.inner = type(array->getElementType());
    if (auto *constant = dyn_cast<ConstantArrayType>(array))
      result.count = constant->getZExtSize();
    return result;
  }
  if (auto *record = source.getAs<clang::RecordType>()) {
    result.kind = TypeKind::Record;
    result.record = this->record(record->getDecl());
    return result;
  }
  if (auto *function = dyn_cast<clang::FunctionType>(&source)) {
    result.kind = TypeKind::Function;
    result.inner = type(function->getReturnType());
    if (auto *prototype = dyn_cast<FunctionProtoType>(function)) {
      result.isVariadic = prototype->isVariadic();
      for (QualType param : prototype->param_types())
        result.params.push_back(type(param));
    } else {
      result.isVariadic = true;
    }
    return result;
  }
  if (auto *atomic = dyn_cast<AtomicType>(&source))
    return module[type(atomic->getValueType())];
  const bool sized = !source.isIncompleteType() && !source.isDependentType() && !source.isSizelessType();
  return opaque(sym(QualType(&source, 0).getAsString()), sized ? ast.getTypeSizeInChars(&source).getQuantity() : 0);
}

TypeId SourceTypes::type(llvm::Type *source) {
  if (source->isVoidTy())
    return voidType();
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(source))
    return intType(integer->getBitWidth(), integer->getBitWidth() != 1);
  if (source->isPointerTy())
    return pointerTo(voidType());
  ir::Type result;
  if (source->isFloatingPointTy()) {
    result.kind = TypeKind::Float;
    result.bits = source->getPrimitiveSizeInBits();
    return intern(std::move(result));
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(source)) {
    result.kind = TypeKind::Array;
    result.inner = type(array->getElementType());
    result.count = array->getNumElements();
    return intern(std::move(result));
  }
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(source))
    if (RecordId id = recordOf(structure))
      return recordType(id);
  uint64_t bytes = 0;
  if (source->isSized())
    bytes = codegen.GetModule()->getDataLayout().getTypeAllocSize(source).getKnownMinValue();
  std::string text;
  llvm::raw_string_ostream(text) << *source;
  return intern(opaque(sym(text), bytes));
}

// Unnamed records are told apart by where they stand: line and column are stable, a counter is not.
static std::string placeName(const ASTContext &ast, const RecordDecl &decl, llvm::StringRef what) {
  PresumedLoc place = ast.getSourceManager().getPresumedLoc(decl.getLocation());
  std::string name;
  llvm::raw_string_ostream os(name);
  os << what << '@';
  if (place.isValid())
    os << llvm::sys::path::filename(place.getFilename()) << ':' << place.getLine() << ':' << place.getColumn();
  return name;
}

ir::Sym SourceTypes::recordName(const RecordDecl &decl) {
  auto *cxx = dyn_cast<CXXRecordDecl>(&decl);
  if (cxx && cxx->isLambda())
    return sym(placeName(ast, decl, "lambda"));
  if (!decl.getIdentifier() && !decl.getTypedefNameForAnonDecl())
    return sym(placeName(ast, decl, decl.getKindName()));
  PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.AnonymousTagLocations = false;
  policy.SuppressDefaultTemplateArgs = false;
  policy.PrintCanonicalTypes = true;
  return sym(ast.getTypeDeclType(&decl).getCanonicalType().getAsString(policy));
}

RecordId SourceTypes::record(const RecordDecl *decl) {
  const RecordDecl *definition = decl->getDefinition();
  const RecordDecl *key = definition ? definition : cast<RecordDecl>(decl->getCanonicalDecl());
  if (auto found = records.find(key); found != records.end())
    return found->second;
  RecordId id(module.records.size());
  records[key] = id;
  declOf[id] = key;
  ir::Record record;
  record.name = recordName(*key);
  record.kind = key->isUnion()   ? ir::RecordKind::Union
                : key->isClass() ? ir::RecordKind::Class
                                 : ir::RecordKind::Struct;
  module.records.push_back(std::move(record));
  return id;
}

static bool hasLayout(const RecordDecl &decl) {
  return decl.isCompleteDefinition() && !decl.isInvalidDecl() && !decl.isDependentType();
}

const ir::Record &SourceTypes::complete(RecordId id) {
  auto found = declOf.find(id);
  if (found == declOf.end() || module[id].isComplete || !hasLayout(*found->second))
    return module[id];
  const RecordDecl &decl = *found->second;
  module.records[id.index].isComplete = true; // now: a field may point back to it
  noteStruct(decl, id);
  ir::Record record = module[id];
  fill(record, decl);
  module.records[id.index] = std::move(record);
  completeParts(id);
  return module[id];
}

void SourceTypes::fill(ir::Record &record, const RecordDecl &decl) {
  record.size = ast.getASTRecordLayout(&decl).getSize().getQuantity();
  record.loc = loc(decl.getLocation());
  record.isSystem = frontend::isInSystemHeader(ast.getSourceManager(), decl.getLocation());
  fillFields(record, decl);
  if (auto *cxx = dyn_cast<CXXRecordDecl>(&decl))
    fillClass(record, *cxx);
}

void SourceTypes::fillFields(ir::Record &record, const RecordDecl &decl) {
  const ASTRecordLayout &layout = ast.getASTRecordLayout(&decl);
  for (const FieldDecl *field : decl.fields()) {
    ir::Field out;
    if (field->getIdentifier())
      out.name = sym(field->getName());
    out.type = type(field->getType());
    out.offsetBits = layout.getFieldOffset(field->getFieldIndex());
    out.bitWidth = field->isBitField() ? field->getBitWidthValue(ast) : 0;
    out.access = access(field->getAccess());
    out.isMutable = field->isMutable();
    record.fields.push_back(out);
  }
}

static ir::CopyOperation classify(const CXXMethodDecl &method) {
  if (method.isDeleted())
    return ir::CopyOperation::Deleted;
  if (method.isImplicit())
    return ir::CopyOperation::Implicit;
  return method.isDefaulted() ? ir::CopyOperation::Defaulted : ir::CopyOperation::User;
}

void SourceTypes::fillClass(ir::Record &record, const CXXRecordDecl &decl) {
  const ASTRecordLayout &layout = ast.getASTRecordLayout(&decl);
  record.isPolymorphic = decl.isPolymorphic();
  record.isLambda = decl.isLambda();
  for (const CXXBaseSpecifier &base : decl.bases()) {
    const CXXRecordDecl *baseDecl = base.getType()->getAsCXXRecordDecl();
    if (!baseDecl)
      continue;
    ir::BaseClass out;
    out.record = this->record(baseDecl);
    out.isVirtual = base.isVirtual();
    out.access = access(base.getAccessSpecifier());
    out.offset =
        (base.isVirtual() ? layout.getVBaseClassOffset(baseDecl) : layout.getBaseClassOffset(baseDecl)).getQuantity();
    record.bases.push_back(out);
  }
  for (const CXXConstructorDecl *constructor : decl.ctors())
    if (constructor->isCopyConstructor())
      record.copyConstructor = std::max(record.copyConstructor, classify(*constructor));
  if (decl.needsImplicitCopyConstructor())
    record.copyConstructor = ir::CopyOperation::Implicit;
  for (const CXXMethodDecl *method : decl.methods())
    if (method->isCopyAssignmentOperator())
      record.copyAssignment = std::max(record.copyAssignment, classify(*method));
  if (decl.needsImplicitCopyAssignment())
    record.copyAssignment = ir::CopyOperation::Implicit;
  if (const CXXDestructorDecl *destructor = decl.getDestructor())
    record.destructor = classify(*destructor);
  else if (decl.needsImplicitDestructor())
    record.destructor = ir::CopyOperation::Implicit;
  fillMethods(record, decl);
  fillTemplate(record, decl);
}

static int32_t vtableSlot(ASTContext &ast, const CXXMethodDecl &method) {
  auto *tables = dyn_cast<ItaniumVTableContext>(ast.getVTableContext());
  if (!tables || !method.isVirtual())
    return -1;
  auto *destructor = dyn_cast<CXXDestructorDecl>(&method);
  return tables->getMethodVTableIndex(destructor ? GlobalDecl(destructor, Dtor_Complete) : GlobalDecl(&method));
}

// Of classes from system headers only the virtual methods matter: the rest is described by specifications.
void SourceTypes::fillMethods(ir::Record &record, const CXXRecordDecl &decl) {
  for (const CXXMethodDecl *method : decl.methods()) {
    const bool skip = method->isTemplated() || method->isDeleted() || method->isInvalidDecl() ||
                      (method->isImplicit() && !method->isVirtual()) || (record.isSystem && !method->isVirtual());
    if (skip)
      continue;
    ir::Method out;
    out.function = declarations->function(*method);
    out.slot = vtableSlot(ast, *method);
    out.isPure = method->isPureVirtual();
    out.access = access(method->getAccess());
    for (const CXXMethodDecl *overridden : method->overridden_methods())
      out.overrides.push_back(declarations->function(*overridden));
    record.methods.push_back(std::move(out));
  }
}

void SourceTypes::fillTemplate(ir::Record &record, const CXXRecordDecl &decl) {
  auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(&decl);
  if (!specialisation)
    return;
  record.templateName = sym(specialisation->getSpecializedTemplate()->getQualifiedNameAsString());
  for (const TemplateArgument &argument : specialisation->getTemplateArgs().asArray()) {
    ir::TemplateArg out;
    if (argument.getKind() == TemplateArgument::Type)
      out.type = type(argument.getAsType());
    std::string text;
    llvm::raw_string_ostream os(text);
    argument.print(PrintingPolicy(ast.getLangOpts()), os, /*IncludeType=*/false);
    out.text = sym(os.str());
    record.templateArgs.push_back(out);
  }
}

void SourceTypes::noteStruct(const RecordDecl &decl, RecordId id) {
  llvm::Type *type = CodeGen::convertTypeForMemory(codegen.CGM(), ast.getTypeDeclType(&decl));
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    structs[structure] = id;
}

namespace {
struct StructIndexer : RecursiveASTVisitor<StructIndexer> {
  llvm::function_ref<void(const RecordDecl &)> visit;
  explicit StructIndexer(llvm::function_ref<void(const RecordDecl &)> visit) : visit(visit) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitRecordDecl(RecordDecl *decl) {
    if (hasLayout(*decl))
      visit(*decl);
    return true;
  }
  // Records are declarations: statements are of no interest, but local records live in them.
  bool TraverseConstructorInitializer(CXXCtorInitializer *) { return true; }
};
} // namespace

// Clang names its structures `struct.S` and `class.ns::S`. Needed only where a pointer's own type does not tell.
void SourceTypes::indexStructs() {
  structsIndexed = true;
  auto note = [&](const RecordDecl &decl) {
    std::string name;
    llvm::raw_string_ostream os(name);
    os << decl.getKindName() << '.';
    PrintingPolicy policy(ast.getLangOpts());
    policy.SuppressInlineNamespace = false;
    if (decl.getIdentifier()) {
      if (decl.getDeclContext())
        decl.printQualifiedName(os, policy);
      else
        decl.printName(os, policy);
    } else if (const TypedefNameDecl *alias = decl.getTypedefNameForAnonDecl()) {
      alias->printQualifiedName(os, policy);
    } else {
      return;
    }
    structNames[os.str()].push_back(&decl);
  };
  StructIndexer(note).TraverseAST(ast);
}

// Of several records with that name, the one that Clang represents by the structure.
RecordId SourceTypes::recordNamed(llvm::StringRef name, llvm::StructType *type) {
  if (name == "struct.__va_list_tag")
    if (auto *tag = dyn_cast_or_null<RecordDecl>(ast.getVaListTagDecl())) {
      RecordId id = record(tag);
      complete(id);
      return id;
    }
  auto found = structNames.find(name);
  if (found == structNames.end())
    return {};
  for (const RecordDecl *candidate : found->second) {
    RecordId id = record(candidate);
    complete(id);
    if (!type || structs.lookup(type) == id)
      return id;
  }
  return {};
}

RecordId SourceTypes::recordOf(llvm::StructType *type) {
  if (auto found = structs.find(type); found != structs.end())
    return found->second;
  RecordId id;
  if (type->hasName()) {
    if (!structsIndexed)
      indexStructs();
    llvm::StringRef name = type->getName();
    const bool isBase = name.consume_back(".base");
    id = recordNamed(name, isBase ? nullptr : type);
    if (!id) // instances of one template have one name, with a number behind it
      id = recordNamed(name.rtrim("0123456789").rtrim('.'), isBase ? nullptr : type);
  }
  return structs[type] = id;
}

ir::FileId SourceTypes::file(llvm::StringRef path) {
  auto [entry, isNew] = files.try_emplace(path, ir::FileId(module.files.size()));
  if (isNew)
    module.files.push_back(sym(path));
  return entry->second;
}

static std::string absolutePath(llvm::StringRef directory, llvm::StringRef file) {
  llvm::SmallString<128> path(file);
  if (!llvm::sys::path::is_absolute(file)) {
    path = directory;
    llvm::sys::path::append(path, file);
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

ir::Loc SourceTypes::loc(SourceLocation location) {
  const SourceManager &sources = ast.getSourceManager();
  PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(location));
  if (place.isInvalid())
    return {};
  std::string workingDirectory;
  if (auto cwd = sources.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory())
    workingDirectory = *cwd;
  return {file(absolutePath(workingDirectory, place.getFilename())), place.getLine(), place.getColumn(), {}};
}

ir::Loc SourceTypes::loc(const llvm::DILocation *location) {
  if (!location || !location->getLine())
    return {};
  const llvm::DIFile *debugFile = location->getScope()->getFile();
  auto [entry, isNew] = debugFiles.try_emplace(debugFile);
  if (isNew)
    entry->second = file(absolutePath(debugFile->getDirectory(), debugFile->getFilename()));
  return {debugFiles[debugFile], location->getLine(), location->getColumn(), {}};
}

// Members by value and bases: their nesting is finite, so this recursion is.
void SourceTypes::completeParts(RecordId id) {
  for (uint32_t i = 0; i < module[id].fields.size(); ++i) {
    TypeId inner = module[id].fields[i].type;
    while (module[inner].kind == TypeKind::Array)
      inner = module[inner].inner;
    if (module[inner].kind == TypeKind::Record)
      complete(module[inner].record);
  }
  for (uint32_t i = 0; i < module[id].bases.size(); ++i)
    complete(module[id].bases[i].record);
}

} // namespace custody::lower
