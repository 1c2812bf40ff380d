// Types, records and positions of the AST as tables of the heap IR.
//
// LLVM's types have forgotten pointees, field names and classes, so every type in the heap IR comes from the AST where
// it can. Records are entered by name when they are first seen and get their fields when somebody looks inside: what is
// reachable only through pointers that nobody follows stays incomplete, which keeps a unit small although its headers
// are large.
#pragma once

#include "ir/module.h"
#include "ir/type_interner.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace clang {
class CodeGenerator;
}
namespace llvm {
class DIFile;
class DILocation;
class LLVMContext;
class StructType;
class Type;
} // namespace llvm

namespace custody::lower {

class Declarations;

class SourceTypes {
public:
  SourceTypes(clang::ASTContext &ast, clang::CodeGenerator &codegen, ir::Module &module);

  ir::Sym sym(llvm::StringRef text) { return module.strings.intern(text); }
  llvm::LLVMContext &context();

  ir::TypeId type(clang::QualType type);
  ir::TypeId intern(ir::Type type) { return interner.intern(std::move(type)); }
  ir::TypeId pointerTo(ir::TypeId inner);
  ir::TypeId intType(unsigned bits, bool isSigned = true);
  ir::TypeId recordType(ir::RecordId record);
  ir::TypeId voidType();
  // What an LLVM type tells where the source is silent.
  ir::TypeId type(llvm::Type *type);

  ir::RecordId record(const clang::RecordDecl *decl);
  // The record with its fields, bases and methods filled in.
  const ir::Record &complete(ir::RecordId id);
  // The record that Clang represents by this LLVM structure, or none.
  ir::RecordId recordOf(llvm::StructType *type);
  // Methods of records are functions; their table is filled by the declarations.
  void setDeclarations(Declarations &table) { declarations = &table; }

  ir::Loc loc(clang::SourceLocation location);
  ir::Loc loc(const llvm::DILocation *location);
  ir::FileId file(llvm::StringRef path);

private:
  ir::Type convert(const clang::Type &type);
  ir::Sym recordName(const clang::RecordDecl &decl);
  void fill(ir::Record &record, const clang::RecordDecl &decl);
  void fillFields(ir::Record &record, const clang::RecordDecl &decl);
  void fillClass(ir::Record &record, const clang::CXXRecordDecl &decl);
  void fillMethods(ir::Record &record, const clang::CXXRecordDecl &decl);
  void fillTemplate(ir::Record &record, const clang::CXXRecordDecl &decl);
  void noteStruct(const clang::RecordDecl &decl, ir::RecordId id);
  void indexStructs();
  ir::RecordId recordNamed(llvm::StringRef name, llvm::StructType *type);
  void completeParts(ir::RecordId id);

  clang::ASTContext &ast;
  clang::CodeGenerator &codegen;
  ir::Module &module;
  ir::TypeInterner interner;
  Declarations *declarations = nullptr;
  llvm::DenseMap<const clang::Type *, ir::TypeId> types;
  llvm::DenseMap<const clang::RecordDecl *, ir::RecordId> records;
  llvm::DenseMap<ir::RecordId, const clang::RecordDecl *> declOf;
  llvm::DenseMap<llvm::StructType *, ir::RecordId> structs;
  llvm::StringMap<llvm::SmallVector<const clang::RecordDecl *, 1>> structNames;
  bool structsIndexed = false;
  llvm::StringMap<ir::FileId> files;
  llvm::DenseMap<const llvm::DIFile *, ir::FileId> debugFiles;
};

ir::Access access(clang::AccessSpecifier specifier);

} // namespace custody::lower
