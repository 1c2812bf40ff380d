#include "engines/unwinding.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using namespace ir;

// How many statements of the block run before an exception is caught. The variables of a try block end when a handler
// is entered.
static size_t countBeforeCatch(const Module &module, const Function &function, const Block &block) {
  const llvm::ArrayRef<Stmt> body = function.body(block);
  const auto *at = llvm::find_if(body, [&](const Stmt &stmt) {
    const auto *call = std::get_if<Call>(&stmt.op);
    return call && call->calleeKind == CalleeKind::Direct &&
           module.text(module[call->function].linkName) == "__cxa_begin_catch";
  });
  if (at != body.end())
    at = std::find_if(at + 1, body.end(), [](const Stmt &stmt) {
      return !std::holds_alternative<End>(stmt.op) && !std::holds_alternative<Ignore>(stmt.op);
    });
  return at - body.begin();
}

bool unwindsFrom(const Module &module, const Function &function, BlockId thrower, StmtId stmt) {
  llvm::DenseSet<uint32_t> seen;
  std::vector<BlockId> work;
  auto add = [&](BlockId to) {
    if (seen.insert(to.index).second)
      work.push_back(to);
  };
  for (const Edge &edge : function[thrower].term.edges)
    if (edge.kind == EdgeKind::Unwind)
      add(edge.to);
  while (!work.empty()) {
    const Block &block = function[work.back()];
    work.pop_back();
    const size_t count = countBeforeCatch(module, function, block);
    if (stmt.index >= block.firstStmt && stmt.index < block.firstStmt + count)
      return true;
    for (const Edge &edge : block.term.edges)
      if (edge.kind != EdgeKind::Unwind && count == block.stmtCount)
        add(edge.to);
  }
  return false;
}

} // namespace custody::engines
