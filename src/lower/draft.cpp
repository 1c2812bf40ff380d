#include "lower/draft.h"

using namespace custody::ir;

namespace custody::lower {

BlockId Draft::addBlock() {
  blocks.emplace_back();
  return BlockId(blocks.size() - 1);
}

// Reverse post-order, first successor first: the order in which a person would write it. Drops what nothing leads to.
static std::vector<uint32_t> readingOrder(const std::vector<DraftBlock> &blocks) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(blocks.size());
  llvm::SmallVector<std::pair<uint32_t, size_t>, 32> stack = {{0, 0}};
  seen[0] = true;
  while (!stack.empty()) {
    auto &[block, done] = stack.back();
    const auto &edges = blocks[block].term.edges;
    if (done == edges.size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const uint32_t next = edges[edges.size() - ++done].to.index;
    if (!seen[next]) {
      seen[next] = true;
      stack.push_back({next, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

void Draft::assemble() {
  function.blocks.clear();
  function.stmts.clear();
  const std::vector<uint32_t> order = readingOrder(blocks);
  std::vector<BlockId> renamed(blocks.size());
  size_t count = 0;
  for (uint32_t i = 0; i < order.size(); ++i) {
    renamed[order[i]] = BlockId(i);
    count += blocks[order[i]].stmts.size();
  }
  function.blocks.reserve(order.size());
  function.stmts.reserve(count);
  for (uint32_t index : order) {
    DraftBlock &draft = blocks[index];
    Block block;
    block.firstStmt = function.stmts.size();
    block.stmtCount = draft.stmts.size();
    block.fanIn = draft.fanIn;
    block.term = std::move(draft.term);
    for (Edge &edge : block.term.edges)
      edge.to = renamed[edge.to.index];
    function.stmts.insert(function.stmts.end(), draft.stmts.begin(), draft.stmts.end());
    function.blocks.push_back(std::move(block));
  }
  blocks.clear();
}

VarId Draft::addVar(Var var) {
  function.vars.push_back(var);
  return VarId(function.vars.size() - 1);
}

VarId Draft::addTemp(TypeId type, Loc loc) {
  Var var;
  var.kind = VarKind::Temp;
  var.type = type;
  var.loc = loc;
  return addVar(var);
}

ExprId Draft::add(Expr expr) {
  function.exprs.push_back(expr);
  return ExprId(function.exprs.size() - 1);
}

static Expr make(ExprKind kind, TypeId type) {
  Expr expr;
  expr.kind = kind;
  expr.type = type;
  return expr;
}

ExprId Draft::intValue(int64_t value, TypeId type) {
  Expr expr = make(ExprKind::Int, type);
  expr.imm = value;
  return add(expr);
}

ExprId Draft::sizeValue(uint64_t value) {
  return intValue(static_cast<int64_t>(value), types.intType(module.pointerSize * 8, false));
}

ExprId Draft::null(TypeId type) {
  return add(make(ExprKind::Null, type));
}
ExprId Draft::undef(TypeId type) {
  return add(make(ExprKind::Undef, type));
}

ExprId Draft::unknown(llvm::StringRef cause, TypeId type) {
  Expr expr = make(ExprKind::Unknown, type);
  expr.entity = types.sym(cause).index;
  return add(expr);
}

ExprId Draft::functionAddress(FuncId id) {
  Expr expr = make(ExprKind::FuncAddr, types.pointerTo(module[id].type));
  expr.entity = id.index;
  return add(expr);
}

ExprId Draft::load(ExprId place) {
  Expr expr = make(ExprKind::Load, (*this)[place].type);
  expr.a = place;
  return add(expr);
}

ExprId Draft::addressOf(ExprId place) {
  if ((*this)[place].kind == ExprKind::Deref)
    return (*this)[place].a;
  Expr expr = make(ExprKind::AddrOf, types.pointerTo((*this)[place].type));
  expr.a = place;
  return add(expr);
}

ExprId Draft::unary(Op op, ExprId a, TypeId type) {
  Expr expr = make(ExprKind::Unary, type);
  expr.op = op;
  expr.a = a;
  return add(expr);
}

ExprId Draft::binary(Op op, ExprId a, ExprId b, TypeId type) {
  if (op == Op::Or && (*this)[a].kind == ExprKind::Int && (*this)[a].imm == 0)
    return b;
  Expr expr = make(ExprKind::Binary, type);
  expr.op = op;
  expr.a = a;
  expr.b = b;
  return add(expr);
}

ExprId Draft::cast(Op op, ExprId a, TypeId type) {
  Expr expr = make(ExprKind::Cast, type);
  expr.op = op;
  expr.a = a;
  return add(expr);
}

ExprId Draft::select(ExprId condition, ExprId a, ExprId b) {
  if ((*this)[condition].kind == ExprKind::Int)
    return (*this)[condition].imm ? a : b;
  Expr expr = make(ExprKind::Select, (*this)[a].kind == ExprKind::Null ? (*this)[b].type : (*this)[a].type);
  expr.a = condition;
  expr.b = a;
  expr.c = b;
  return add(expr);
}

ExprId Draft::var(VarId id) {
  Expr expr = make(ExprKind::Var, function[id].type);
  expr.entity = id.index;
  return add(expr);
}

ExprId Draft::global(GlobalId id) {
  Expr expr = make(ExprKind::Global, module[id].type);
  expr.entity = id.index;
  return add(expr);
}

ExprId Draft::deref(ExprId pointer) {
  if ((*this)[pointer].kind == ExprKind::AddrOf)
    return (*this)[pointer].a;
  const Type &type = typeOf(pointer);
  return deref(pointer, type.kind == TypeKind::Pointer ? type.inner : types.voidType());
}

ExprId Draft::deref(ExprId pointer, TypeId pointee) {
  Expr expr = make(ExprKind::Deref, pointee);
  expr.a = pointer;
  return add(expr);
}

ExprId Draft::field(ExprId place, RecordId record, uint32_t index) {
  Expr expr = make(ExprKind::Field, module[record].fields[index].type);
  expr.a = place;
  expr.record = record;
  expr.entity = index;
  return add(expr);
}

ExprId Draft::base(ExprId place, RecordId record, uint32_t index) {
  Expr expr = make(ExprKind::Base, types.recordType(module[record].bases[index].record));
  expr.a = place;
  expr.record = record;
  expr.entity = index;
  return add(expr);
}

ExprId Draft::offset(ExprId place, int64_t bytes, TypeId type) {
  const Expr &inner = (*this)[place];
  if (inner.kind == ExprKind::Offset)
    return offset(inner.a, inner.imm + bytes, type);
  if (bytes == 0 && inner.kind == ExprKind::Deref)
    return deref(inner.a, type);
  Expr expr = make(ExprKind::Offset, type);
  expr.a = place;
  expr.imm = bytes;
  return add(expr);
}

ExprId Draft::index(ExprId place, ExprId index, uint64_t stride, TypeId element) {
  Expr expr = make(ExprKind::Index, element);
  expr.a = place;
  expr.b = index;
  expr.imm = static_cast<int64_t>(stride);
  return add(expr);
}

ExprList Draft::list(llvm::ArrayRef<ExprId> items) {
  ExprList range{static_cast<uint32_t>(function.lists.size()), static_cast<uint32_t>(items.size())};
  function.lists.insert(function.lists.end(), items.begin(), items.end());
  return range;
}

} // namespace custody::lower
