// The printer's parts: types, positions, expressions, functions. Not for other folders.
//
// Expressions are graphs whose nodes may be shared, so written as a tree one could be exponentially long, or too deep
// for the reader's stack. Where a tree grows over a limit, its root gets a number and a line of its own, in front:
//
//     let #1 = a + (b * (c - ...
//     x = #1 + 1
//
// `#1` stands for the expression, not for its value at that line. Deep types get a line `type #1 = ...` likewise. With
// that, all recursion here is bounded.
#pragma once

#include "ir/names.h"
#include "ir/natural.h"
#include "ir/printer.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::ir {

// Which nodes of a graph need a line of their own, for nodes that come after what they are made of.
class Abbreviations {
public:
  static constexpr uint32_t MaxHeight = 40;
  static constexpr uint32_t MaxSize = 300;

  explicit Abbreviations(size_t nodes) : heights(nodes), sizes(nodes), numbers(nodes) {}
  // In the order of the nodes. `isCandidate`: may get a line.
  void add(uint32_t node, llvm::ArrayRef<uint32_t> children, bool isCandidate = true);
  uint32_t number(uint32_t node) const { return node < numbers.size() ? numbers[node] : 0; } // 0: none
  uint32_t count() const { return last; }

private:
  std::vector<uint32_t> heights, sizes, numbers;
  uint32_t last = 0;
};

class TypeText {
public:
  TypeText(const Module &module, const ModuleNames &names);
  void write(llvm::raw_ostream &os, TypeId id) const;
  void aliases(llvm::raw_ostream &os) const;

private:
  const Module &module;
  const ModuleNames &names;
  Abbreviations shorts;

  void definition(llvm::raw_ostream &os, TypeId id) const;
  void integer(llvm::raw_ostream &os, const Type &type) const;
  void array(llvm::raw_ostream &os, TypeId id) const;
  void function(llvm::raw_ostream &os, TypeId id) const;
};

// ` @12:5`, relative to the file of what surrounds it. Nothing for no position.
void writeLoc(llvm::raw_ostream &os, const Module &module, const Loc &loc, FileId context);
inline FileId mainFile(const Module &module) {
  return module.files.empty() ? FileId() : FileId(0);
}

class ExprText {
public:
  ExprText(const Module &module, const ModuleNames &names, const TypeText &types, const Function &function);

  void value(llvm::raw_ostream &os, ExprId id, const NaturalType &expected = {}) const {
    write(os, id, expected, Need::Any);
  }
  void place(llvm::raw_ostream &os, ExprId id) const { write(os, id, {}, Need::Any); }
  void var(llvm::raw_ostream &os, VarId id) const;
  void lets(llvm::raw_ostream &os) const;

private:
  enum class Need : uint8_t { Any, Unary, Postfix }; // what may stand there without parentheses

  const Module &module;
  const ModuleNames &names;
  const TypeText &types;
  const Function &function;
  VarNames vars;
  Abbreviations shorts;

  void abbreviate();
  void write(llvm::raw_ostream &os, ExprId id, const NaturalType &expected, Need need) const;
  void definition(llvm::raw_ostream &os, ExprId id, const NaturalType &expected, Need need) const;
  void form(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected, Need need) const;
  void integer(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const;
  void unary(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const;
  void binary(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const;
  void select(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const;
  void cast(llvm::raw_ostream &os, const Expr &expr) const;
  void member(llvm::raw_ostream &os, const Expr &expr) const;
  void index(llvm::raw_ostream &os, const Expr &expr) const;
  const Expr *plainDeref(ExprId id) const;
  bool isNatural(const Expr &expr, const NaturalType &expected) const;
  TypeKind typeKind(ExprId id) const;
};

class FunctionText {
public:
  FunctionText(const Module &module, const ModuleNames &names, const TypeText &types, const Function &function,
               PrintOptions options)
      : module(module), names(names), types(types), function(function), options(options),
        exprs(module, names, types, function), file(function.loc.file ? function.loc.file : mainFile(module)) {}

  void write(llvm::raw_ostream &os) const;
  void stmt(llvm::raw_ostream &os, StmtId id) const;
  const ExprText &expressions() const { return exprs; }

private:
  const Module &module;
  const ModuleNames &names;
  const TypeText &types;
  const Function &function;
  PrintOptions options;
  ExprText exprs;
  FileId file;

  void header(llvm::raw_ostream &os) const;
  void attributes(llvm::raw_ostream &os) const;
  void variable(llvm::raw_ostream &os, VarId id) const;
  void block(llvm::raw_ostream &os, BlockId id) const;
  void term(llvm::raw_ostream &os, const Term &term) const;
  void cases(llvm::raw_ostream &os, const Term &term) const;
  void edge(llvm::raw_ostream &os, const Edge &edge, EdgeKind usual) const;
  void edges(llvm::raw_ostream &os, const Term &term) const;
  void list(llvm::raw_ostream &os, ExprList range) const;
  void arguments(llvm::raw_ostream &os, const Call &call) const;
  void target(llvm::raw_ostream &os, ExprId dst) const;
  void unit(llvm::raw_ostream &os, Unit unit) const;
  void loc(llvm::raw_ostream &os, const Loc &loc) const;

  void operation(llvm::raw_ostream &os, const Begin &op) const;
  void operation(llvm::raw_ostream &os, const End &op) const;
  void operation(llvm::raw_ostream &os, const Assign &op) const;
  void operation(llvm::raw_ostream &os, const Copy &op) const;
  void operation(llvm::raw_ostream &os, const Fill &op) const;
  void operation(llvm::raw_ostream &os, const Alloc &op) const;
  void operation(llvm::raw_ostream &os, const Realloc &op) const;
  void operation(llvm::raw_ostream &os, const Free &op) const;
  void operation(llvm::raw_ostream &os, const StackAlloc &op) const;
  void operation(llvm::raw_ostream &os, const Call &op) const;
  void operation(llvm::raw_ostream &os, const Ignore &op) const;
  void operation(llvm::raw_ostream &os, const Throw &op) const;
  void operation(llvm::raw_ostream &os, const Catch &op) const;
  void operation(llvm::raw_ostream &os, const VaOp &op) const;
  void operation(llvm::raw_ostream &os, const Unknown &op) const;
};

// A name where `none` means that there is none.
void writeOptionalName(llvm::raw_ostream &os, const Module &module, Sym name);
void writeCause(llvm::raw_ostream &os, const Module &module, Sym cause); // always quoted

} // namespace custody::ir
