#include "engines/summary/loops.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace ir;

static bool isOfTemporary(const Function &function, const Stmt &stmt) {
  auto isTemp = [&](VarId var) { return function[var].kind == VarKind::Temp; };
  if (const auto *assign = std::get_if<Assign>(&stmt.op)) {
    const Expr &place = function[assign->place];
    return place.kind == ExprKind::Var && isTemp(place.var());
  }
  if (const auto *end = std::get_if<End>(&stmt.op))
    return isTemp(end->var);
  return false;
}

Loops::Loops(const Function &function)
    : position(function.blocks.size(), ~0u), waysIn(function.blocks.size()), reentered(function.blocks.size()),
      computesOnly(function.blocks.size()), bodies(function.blocks.size()), heads(function.blocks.size()) {
  for (uint32_t i = 0; i < function.blocks.size(); ++i)
    computesOnly[i] = llvm::all_of(function.body(function.blocks[i]),
                                   [&](const Stmt &stmt) { return isOfTemporary(function, stmt); });
  findOrder(function);
  findBodies(function);
  findOrder(function); // once more, now that the loops are known
}

// Those that leave loops first: what is entered first comes last in the order.
llvm::SmallVector<uint32_t, 4> Loops::successors(const Function &function, uint32_t block) const {
  const auto &edges = function.blocks[block].term.edges;
  llvm::SmallVector<uint32_t, 4> result;
  const unsigned depth = edges.size() > 1 ? heads[block].size() : 0;
  auto common = [&](uint32_t to) -> unsigned { // loops that have both
    return llvm::count_if(heads[block], [&](uint32_t head) { return contains(BlockId(head), BlockId(to)); });
  };
  for (unsigned stays = 0; stays <= depth; ++stays)
    for (const Edge &edge : edges)
      if (depth == 0 || common(edge.to.index) == stays)
        result.push_back(edge.to.index);
  return result;
}

// Depth first without recursion: functions may have many thousand blocks in a row.
void Loops::findOrder(const Function &function) {
  struct Visit {
    uint32_t block;
    llvm::SmallVector<uint32_t, 4> successors;
    uint32_t next = 0;
  };
  std::vector<uint32_t> postorder;
  std::vector<Visit> stack;
  std::vector<uint8_t> mark(function.blocks.size()); // 1 on the stack, 2 done
  auto enter = [&](uint32_t block) {
    mark[block] = 1;
    stack.push_back({block, successors(function, block)});
  };
  if (!function.blocks.empty())
    enter(0);
  while (!stack.empty()) {
    Visit &visit = stack.back();
    if (visit.next == visit.successors.size()) {
      mark[visit.block] = 2;
      postorder.push_back(visit.block);
      stack.pop_back();
      continue;
    }
    const uint32_t to = visit.successors[visit.next++];
    if (mark[to] == 1)
      reentered[to] = true;
    else if (mark[to] == 0)
      enter(to);
  }
  uint32_t number = 0;
  for (uint32_t block : llvm::reverse(postorder))
    position[block] = number++;
}

void Loops::findBodies(const Function &function) {
  std::vector<std::vector<uint32_t>> sources(function.blocks.size()), predecessors(function.blocks.size());
  for (uint32_t from = 0; from < function.blocks.size(); ++from)
    for (const Edge &edge : function.blocks[from].term.edges) {
      predecessors[edge.to.index].push_back(from);
      ++waysIn[edge.to.index];
      if (edge.kind == EdgeKind::LoopBack && position[from] != ~0u)
        sources[edge.to.index].push_back(from);
    }
  for (uint32_t head = 0; head < function.blocks.size(); ++head) {
    if (sources[head].empty())
      continue;
    std::vector<uint32_t> &body = bodies[head];
    std::vector<bool> isIn(function.blocks.size());
    std::vector<uint32_t> work = sources[head];
    isIn[head] = true;
    body.push_back(head);
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      if (isIn[block] || position[block] < position[head]) // entered from the side: no natural loop there
        continue;
      isIn[block] = true;
      body.push_back(block);
      llvm::append_range(work, predecessors[block]);
    }
    llvm::sort(body);
    for (uint32_t block : body)
      heads[block].push_back(head);
  }
}

bool Loops::contains(BlockId head, BlockId block) const {
  return std::binary_search(bodies[head.index].begin(), bodies[head.index].end(), block.index);
}

bool Loops::isCondition(BlockId head, BlockId block) const {
  return contains(head, block) && computesOnly[block.index];
}

} // namespace custody::engines::summary
