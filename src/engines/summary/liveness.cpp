#include "engines/summary/liveness.h"
#include "ir/visit.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace custody::engines::summary {

using namespace ir;

namespace {

// What a block does to the variables: those it reads before it writes them, those it writes first.
struct Effect {
  llvm::BitVector read, written;
};

class Scan {
public:
  explicit Scan(const Function &function) : function(function) {}
  Effect effectOf(const Block &block);

private:
  void read(ExprId id);
  void write(VarId var);
  void run(const StmtOp &op);

  const Function &function;
  Effect effect;
  std::vector<ExprId> work;
};

void Scan::read(ExprId id) {
  if (id)
    work.push_back(id);
  while (!work.empty()) {
    const Expr &expr = function[work.back()];
    work.pop_back();
    if (expr.kind == ExprKind::Var && !effect.written[expr.entity])
      effect.read.set(expr.entity);
    for (ExprId part : {expr.a, expr.b, expr.c})
      if (part)
        work.push_back(part);
  }
}

void Scan::write(VarId var) {
  if (!effect.read[var.index])
    effect.written.set(var.index);
}

void Scan::run(const StmtOp &op) {
  const bool mayBePart = std::holds_alternative<Copy>(op) || std::holds_alternative<Fill>(op);
  const ExprId to = mayBePart ? ExprId() : destination(op);
  const bool isWhole = to && function[to].kind == ExprKind::Var;
  forEachOperand(op, [&](ExprId id) {
    if (id != to || !isWhole)
      read(id);
  });
  for (ExprId id : function.list(listOf(op)))
    read(id);
  if (isWhole)
    write(function[to].var());
  if (const auto *begin = std::get_if<Begin>(&op))
    write(begin->var);
  if (const auto *end = std::get_if<End>(&op))
    write(end->var);
}

Effect Scan::effectOf(const Block &block) {
  effect.read = effect.written = llvm::BitVector(function.vars.size());
  for (const Stmt &stmt : function.body(block))
    run(stmt.op);
  read(block.term.value);
  if (block.term.kind == TermKind::Return && function.returnVar && !effect.written[function.returnVar.index])
    effect.read.set(function.returnVar.index);
  if (block.term.kind == TermKind::Invoke) // its last statement may throw before it writes
    effect.written.reset();
  return std::move(effect);
}

} // namespace

Liveness::Liveness(const Function &function, const FunctionFacts &facts) {
  llvm::BitVector always(function.vars.size());
  for (uint32_t i = 0; i < function.vars.size(); ++i)
    always[i] = facts.isAddressTaken[i];
  liveAt.assign(function.blocks.size(), always);
  std::vector<Effect> effects;
  std::vector<llvm::SmallVector<uint32_t, 4>> predecessors(function.blocks.size());
  Scan scan(function);
  for (uint32_t i = 0; i < function.blocks.size(); ++i) {
    effects.push_back(scan.effectOf(function.blocks[i]));
    for (const Edge &edge : function.blocks[i].term.edges)
      predecessors[edge.to.index].push_back(i);
  }
  llvm::SmallVector<uint32_t> work = llvm::to_vector(llvm::seq<uint32_t>(0, function.blocks.size()));
  std::vector<bool> isDue(function.blocks.size(), true);
  while (!work.empty()) { // the last blocks first
    const uint32_t block = work.back();
    work.pop_back();
    isDue[block] = false;
    llvm::BitVector live = always;
    for (const Edge &edge : function.blocks[block].term.edges)
      live |= liveAt[edge.to.index];
    live.reset(effects[block].written);
    live |= effects[block].read;
    live |= always;
    if (live == liveAt[block])
      continue;
    liveAt[block] = std::move(live);
    for (uint32_t before : predecessors[block])
      if (!isDue[before]) {
        isDue[before] = true;
        work.push_back(before);
      }
  }
}

} // namespace custody::engines::summary
