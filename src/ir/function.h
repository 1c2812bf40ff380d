// A function: a control-flow graph of statements. Block 0 is the entry. Statements of a block are contiguous in
// `stmts`, so a statement's id is its index there. Every `return` of the source is a block of its own that ends in
// Return; before it come `ret = value` and the End of each variable.
#pragma once

#include "ir/stmt.h"
#include "ir/type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace custody::ir {

enum class VarKind : uint8_t {
  Param, // `index` counts as in the source, `this` being 0 in methods
  Local,
  Temp,   // made by the lowering; ends at its last use
  Return, // `ret`
};

struct Var {
  Sym name;
  TypeId type;
  VarKind kind = VarKind::Local;
  uint32_t index = 0;       // of a Param
  bool byReference = false; // a Param of class type that the caller made, passed by address and destroyed by the caller
  Loc loc;

  bool operator==(const Var &) const = default;
};

enum class EdgeKind : uint8_t { Fall, Branch, LoopBack, Break, Continue, Goto, Return, Unwind };

struct Edge {
  BlockId to;
  EdgeKind kind = EdgeKind::Fall;

  bool operator==(const Edge &) const = default;
};

enum class TermKind : uint8_t {
  Goto,         // edges[0]
  Branch,       // value ? edges[0] : edges[1]
  Switch,       // edges[0] is the default, edges[i + 1] belongs to cases[i]
  IndirectGoto, // computed goto: any of the edges
  Invoke,       // after the block's last statement, a call that may throw: edges[0] normal, edges[1] unwind
  Throw,        // after a Throw or a noreturn call that may throw: edges[0] unwind
  Return,       // to the caller
  Resume,       // leaves the function by an exception
  Unreachable,  // after a noreturn call, or what the compiler knows to be unreachable
};

struct Term {
  TermKind kind = TermKind::Unreachable;
  ExprId value;
  llvm::SmallVector<Edge, 2> edges;
  llvm::SmallVector<int64_t, 0> cases;
  bool isTurned = false; // Branch: the source asks for the contrary and takes edges[1] if that holds
  Loc loc;

  bool operator==(const Term &) const = default;
};

struct Block {
  uint32_t firstStmt = 0;
  uint32_t stmtCount = 0;
  uint32_t fanIn = 0; // how many edges joined here in the source's graph, before exits got copies of their own
  Term term;

  bool operator==(const Block &) const = default;
};

enum class Linkage : uint8_t {
  External,
  Internal,            // static, anonymous namespace
  LinkOnce,            // inline functions, templates: all copies are equal
  Weak,                // may be replaced
  Common,              // a tentative definition of old C
  AvailableExternally, // a body to look at; the definition is elsewhere
};

enum class FunctionKind : uint8_t {
  Free,
  Method,
  StaticMethod,
  Constructor,
  CopyConstructor,
  MoveConstructor,
  Destructor,
  CopyAssignment,
  MoveAssignment,
};

// What attributes in the source say: `malloc(dealloc, n)`, `ownership_returns(family)` and their like.
enum class OwnershipAttrKind : uint8_t { Malloc, Dealloc, Returns, Takes, Holds };

struct OwnershipAttr {
  OwnershipAttrKind kind = OwnershipAttrKind::Malloc;
  Sym name;         // the family, or the deallocator
  uint32_t arg = 0; // counted from 1 as the attribute does; 0: none given

  bool operator==(const OwnershipAttr &) const = default;
};

struct FunctionAttrs {
  bool noReturn = false;
  bool noThrow = false;
  bool returnsTwice = false;
  bool returnsNonNull = false;
  bool isCleanup = false; // some variable's `cleanup` attribute names it
  std::vector<OwnershipAttr> ownership;

  bool operator==(const FunctionAttrs &) const = default;
};

struct Function {
  Sym linkName;    // unique in the module; the complete-object variant of a constructor or destructor
  Sym sourceName;  // qualified, without parameters: `ns::Class::method`
  Sym libraryName; // what libraries call it: `sscanf` for `__isoc99_sscanf`; mostly the link name
  Linkage linkage = Linkage::External;
  FunctionKind kind = FunctionKind::Free;
  RecordId record; // of a method
  Access access = Access::Public;
  bool isDefined = false;
  bool isVirtual = false;
  bool isImplicit = false;   // made by the compiler: a defaulted constructor
  bool isSystem = false;     // from a system header
  bool isOverBudget = false; // the body was too large to keep every exit apart
  TypeId type;               // Function; parameters as in the source, without `this`
  FunctionAttrs attrs;
  Loc loc;
  Loc endLoc;

  FuncId aliasOf;          // an alias or thunk: another name of that function
  int64_t thunkOffset = 0; // added to `this`

  std::vector<VarId> params; // `this` first
  VarId returnVar;           // none for void
  std::vector<Var> vars;
  std::vector<Expr> exprs;
  std::vector<ExprId> lists;
  std::vector<Stmt> stmts;
  std::vector<Block> blocks;

  const Var &operator[](VarId id) const { return vars[id.index]; }
  const Expr &operator[](ExprId id) const { return exprs[id.index]; }
  const Stmt &operator[](StmtId id) const { return stmts[id.index]; }
  const Block &operator[](BlockId id) const { return blocks[id.index]; }
  llvm::ArrayRef<ExprId> list(ExprList range) const { return llvm::ArrayRef(lists).slice(range.first, range.count); }
  llvm::ArrayRef<Stmt> body(const Block &block) const {
    return llvm::ArrayRef(stmts).slice(block.firstStmt, block.stmtCount);
  }

  bool operator==(const Function &) const = default;
};

} // namespace custody::ir
