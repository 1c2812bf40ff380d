// The functions and globals of a unit: their tables, with what the AST knows about them.
//
// A constructor is one function here although the ABI has several (complete object C1, base subobject C2), and so is a
// destructor (D0, D1, D2): all variants share one entry, named after the complete one. The variants' own names are kept
// as aliases, so that nothing Clang emitted is missing. Only where there are virtual bases do the variants differ and
// stay two functions.
#pragma once

#include "frontend/parse.h"
#include "lower/source_types.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"

namespace llvm {
class Function;
class GlobalValue;
class GlobalVariable;
} // namespace llvm

namespace custody::lower {

class Declarations {
public:
  Declarations(frontend::ParsedUnit &unit, SourceTypes &types, ir::Module &module);

  ir::FuncId function(llvm::Function &function);
  ir::FuncId function(const clang::FunctionDecl &decl);
  ir::GlobalId global(llvm::GlobalVariable &variable);
  // Another name of a function: an alias, or a variant of a constructor.
  ir::FuncId enterAlias(const llvm::GlobalValue &name);

  const clang::FunctionDecl *declOf(const llvm::Function &function) const;
  const clang::VarDecl *declOf(const llvm::GlobalVariable &variable) const;
  ir::Function &get(ir::FuncId id) { return module.functions[id.index]; }

  // Static locals are known to the AST of their function only.
  void noteStaticLocal(const clang::VarDecl &decl, const clang::FunctionDecl &function);

  // Fills in initial values; called once all functions are lowered, since they name further globals.
  void finishGlobals();
  // The LLVM function whose body stands for the entry: of a constructor's variants the one that has the code.
  llvm::Function *bodyOf(const clang::FunctionDecl &decl) const;
  // Is this the body that its entry has (and not a variant that only calls it)?
  bool isChosenBody(const llvm::Function &function) const;

private:
  ir::FuncId enter(llvm::Function &function);
  ir::FuncId enter(llvm::StringRef linkName, const clang::FunctionDecl *decl, llvm::Type *type);
  void describe(ir::Function &out, const clang::FunctionDecl &decl);
  void describeAttributes(ir::Function &out, const clang::FunctionDecl &decl);
  void describeMethod(ir::Function &out, const clang::CXXMethodDecl &method);
  std::string linkName(const clang::FunctionDecl &decl) const;

  frontend::ParsedUnit &unit;
  SourceTypes &types;
  ir::Module &module;
  std::unique_ptr<clang::MangleContext> mangler;
  llvm::StringMap<ir::FuncId> functions;
  llvm::StringMap<const clang::VarDecl *> staticLocals; // by `function.name`, Clang's own name for them
  llvm::DenseMap<const clang::FunctionDecl *, ir::FuncId> byDecl;
  llvm::DenseMap<const llvm::Function *, ir::FuncId> byFunction;
  llvm::DenseMap<const llvm::GlobalVariable *, ir::GlobalId> globals;
  std::vector<llvm::GlobalVariable *> globalOrder;
};

ir::Linkage linkage(const llvm::GlobalValue &value);

} // namespace custody::lower
