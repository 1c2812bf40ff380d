#include "engines/summary/liveness.h"
#include "ir/visit.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace custody::engines::summary {

using namespace ir;

namespace {

bool contains(llvm::ArrayRef<uint64_t> set, uint32_t var) {
  return set[var / 64] >> var % 64 & 1;
}

void insert(llvm::MutableArrayRef<uint64_t> set, uint32_t var) {
  set[var / 64] |= uint64_t(1) << var % 64;
}

// What blocks do to the variables: those that they read before they write them, those that they write first.
class Scan {
public:
  explicit Scan(const Function &function) : function(function) {}
  void run(const Block &block, llvm::MutableArrayRef<uint64_t> read, llvm::MutableArrayRef<uint64_t> written);

private:
  void read(ExprId id);
  void write(VarId var);
  void run(const StmtOp &op);

  const Function &function;
  llvm::MutableArrayRef<uint64_t> isRead, isWritten;
  std::vector<ExprId> work;
};

void Scan::read(ExprId id) {
  if (id)
    work.push_back(id);
  while (!work.empty()) {
    const Expr &expr = function[work.back()];
    work.pop_back();
    if (expr.kind == ExprKind::Var && !contains(isWritten, expr.entity))
      insert(isRead, expr.entity);
    for (ExprId part : {expr.a, expr.b, expr.c})
      if (part)
        work.push_back(part);
  }
}

void Scan::write(VarId var) {
  if (!contains(isRead, var.index))
    insert(isWritten, var.index);
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

void Scan::run(const Block &block, llvm::MutableArrayRef<uint64_t> readHere,
               llvm::MutableArrayRef<uint64_t> writtenHere) {
  isRead = readHere;
  isWritten = writtenHere;
  for (const Stmt &stmt : function.body(block))
    run(stmt.op);
  read(block.term.value);
  if (block.term.kind == TermKind::Return && function.returnVar && !contains(isWritten, function.returnVar.index))
    insert(isRead, function.returnVar.index);
  if (block.term.kind == TermKind::Invoke) // its last statement may throw before it writes
    std::fill(isWritten.begin(), isWritten.end(), 0);
}

} // namespace

Liveness::Liveness(const Function &function, const FunctionFacts &facts) : liveAt(function) {
  VariableBits read(function), written(function);
  std::vector<llvm::SmallVector<uint32_t, 4>> predecessors(function.blocks.size());
  Scan scan(function);
  for (uint32_t i = 0; i < function.blocks.size(); ++i) {
    scan.run(function.blocks[i], read.row(i), written.row(i));
    for (const Edge &edge : function.blocks[i].term.edges)
      predecessors[edge.to.index].push_back(i);
  }
  // Those that are always live are read everywhere.
  for (uint32_t var = 0; var < function.vars.size(); ++var)
    for (uint32_t i = 0; facts.isAddressTaken[var] && i < function.blocks.size(); ++i) {
      insert(read.row(i), var);
      insert(liveAt.row(i), var);
    }
  llvm::SmallVector<uint32_t> work = llvm::to_vector(llvm::seq<uint32_t>(0, function.blocks.size()));
  std::vector<uint8_t> isDue(function.blocks.size(), true);
  while (!work.empty()) { // the last blocks first
    const uint32_t block = work.back();
    work.pop_back();
    isDue[block] = false;
    if (!update(function, block, read.row(block), written.row(block)))
      continue;
    for (uint32_t before : predecessors[block])
      if (!isDue[before]) {
        isDue[before] = true;
        work.push_back(before);
      }
  }
}

// From what is live behind the block. False if nothing is new.
bool Liveness::update(const Function &function, uint32_t block, llvm::ArrayRef<uint64_t> read,
                      llvm::ArrayRef<uint64_t> written) {
  const llvm::MutableArrayRef<uint64_t> live = liveAt.row(block);
  bool isNew = false;
  for (size_t word = 0; word < live.size(); ++word) {
    uint64_t behind = 0;
    for (const Edge &edge : function.blocks[block].term.edges)
      behind |= liveAt.row(edge.to.index)[word];
    const uint64_t now = (behind & ~written[word]) | read[word];
    isNew |= now != live[word];
    live[word] = now;
  }
  return isNew;
}

} // namespace custody::engines::summary
