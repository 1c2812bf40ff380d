// A function while it is being lowered: blocks that still grow, and the expressions they share.
#pragma once

#include "ir/function.h"
#include "lower/source_types.h"

namespace custody::lower {

struct DraftBlock {
  std::vector<ir::Stmt> stmts;
  ir::Term term;
  uint32_t fanIn = 0;
};

class Draft {
public:
  Draft(ir::Module &module, ir::Function &function, SourceTypes &types)
      : module(module), function(function), types(types) {}

  // Blocks.
  std::vector<DraftBlock> blocks;
  ir::BlockId addBlock();
  DraftBlock &block(ir::BlockId id) { return blocks[id.index]; }
  void assemble(); // moves the blocks into the function

  // Variables.
  ir::VarId addVar(ir::Var var);
  ir::VarId addTemp(ir::TypeId type, ir::Loc loc = {});

  // Expressions. A Load of an address, or the address of what a pointer points to, is simplified at once.
  ir::ExprId add(ir::Expr expr);
  ir::ExprId intValue(int64_t value, ir::TypeId type);
  ir::ExprId sizeValue(uint64_t value);
  ir::ExprId null(ir::TypeId type);
  ir::ExprId undef(ir::TypeId type);
  ir::ExprId unknown(llvm::StringRef cause, ir::TypeId type);
  ir::ExprId functionAddress(ir::FuncId id);
  ir::ExprId load(ir::ExprId place);
  ir::ExprId addressOf(ir::ExprId place);
  ir::ExprId unary(ir::Op op, ir::ExprId a, ir::TypeId type);
  ir::ExprId binary(ir::Op op, ir::ExprId a, ir::ExprId b, ir::TypeId type);
  ir::ExprId cast(ir::Op op, ir::ExprId a, ir::TypeId type);
  ir::ExprId select(ir::ExprId condition, ir::ExprId a, ir::ExprId b);
  ir::ExprId var(ir::VarId id);
  ir::ExprId global(ir::GlobalId id);
  ir::ExprId deref(ir::ExprId pointer);                     // seen as the pointer's own type says
  ir::ExprId deref(ir::ExprId pointer, ir::TypeId pointee); // seen as something else
  ir::ExprId field(ir::ExprId place, ir::RecordId record, uint32_t index);
  ir::ExprId base(ir::ExprId place, ir::RecordId record, uint32_t index);
  ir::ExprId offset(ir::ExprId place, int64_t bytes, ir::TypeId type);
  ir::ExprId index(ir::ExprId place, ir::ExprId index, uint64_t stride, ir::TypeId element);
  ir::ExprList list(llvm::ArrayRef<ir::ExprId> items);

  const ir::Expr &operator[](ir::ExprId id) const { return function.exprs[id.index]; }
  const ir::Type &typeOf(ir::ExprId id) const { return module[function[id].type]; }

  ir::Module &module;
  ir::Function &function;
  SourceTypes &types;
};

} // namespace custody::lower
