#include "engines/summary/loops.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

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

// By block, in one list.
class Predecessors {
public:
  Predecessors(const Function &function, llvm::ArrayRef<uint32_t> waysIn) : ends(waysIn.size()) {
    // First where its part of the list starts, then where it ends.
    std::exclusive_scan(waysIn.begin(), waysIn.end(), ends.begin(), 0u);
    blocks.resize(ends.empty() ? 0 : ends.back() + waysIn.back());
    for (uint32_t from = 0; from < function.blocks.size(); ++from)
      for (const Edge &edge : function.blocks[from].term.edges)
        blocks[ends[edge.to.index]++] = from;
  }

  llvm::ArrayRef<uint32_t> operator[](uint32_t block) const {
    const uint32_t begin = block == 0 ? 0 : ends[block - 1];
    return llvm::ArrayRef(blocks).slice(begin, ends[block] - begin);
  }

private:
  std::vector<uint32_t> ends, blocks;
};

Loops::Loops(const Function &function)
    : position(function.blocks.size(), ~0u), waysIn(function.blocks.size()), reentered(function.blocks.size()),
      computesOnly(function.blocks.size()), bodies(function.blocks.size()), heads(function.blocks.size()) {
  for (uint32_t i = 0; i < function.blocks.size(); ++i)
    computesOnly[i] = llvm::all_of(function.body(function.blocks[i]),
                                   [&](const Stmt &stmt) { return isOfTemporary(function, stmt); });
  findOrder(function);
  if (findBodies(function))
    findOrder(function); // once more, now that the loops are known
}

// Those that leave loops first: what is entered first comes last in the order.
void Loops::addSuccessors(const Function &function, uint32_t block, std::vector<uint32_t> &out) const {
  const auto &edges = function.blocks[block].term.edges;
  const unsigned depth = edges.size() > 1 ? heads[block].size() : 0;
  if (depth == 0) {
    for (const Edge &edge : edges)
      out.push_back(edge.to.index);
    return;
  }
  auto common = [&](uint32_t to) -> unsigned { // loops that have both
    return llvm::count_if(heads[block], [&](uint32_t head) { return contains(BlockId(head), BlockId(to)); });
  };
  for (unsigned stays = 0; stays <= depth; ++stays)
    for (const Edge &edge : edges)
      if (common(edge.to.index) == stays)
        out.push_back(edge.to.index);
}

// Depth first without recursion: functions may have many thousand blocks in a row.
void Loops::findOrder(const Function &function) {
  struct Visit {
    uint32_t block, first, next; // its successors in the list of all
  };
  std::vector<uint32_t> postorder, successors; // of the blocks on the stack, one after the other
  std::vector<Visit> stack;
  std::vector<uint8_t> mark(function.blocks.size()); // 1 on the stack, 2 done
  postorder.reserve(function.blocks.size());
  auto enter = [&](uint32_t block) {
    mark[block] = 1;
    const uint32_t first = successors.size();
    stack.push_back({block, first, first});
    addSuccessors(function, block, successors);
  };
  if (!function.blocks.empty())
    enter(0);
  while (!stack.empty()) {
    Visit &visit = stack.back();
    if (visit.next == successors.size()) {
      mark[visit.block] = 2;
      postorder.push_back(visit.block);
      successors.resize(visit.first);
      stack.pop_back();
      continue;
    }
    const uint32_t to = successors[visit.next++];
    if (mark[to] == 1)
      reentered[to] = true;
    else if (mark[to] == 0)
      enter(to);
  }
  uint32_t number = 0;
  for (uint32_t block : llvm::reverse(postorder))
    position[block] = number++;
}

// Whether there are any.
bool Loops::findBodies(const Function &function) {
  struct BackEdge {
    uint32_t head, from;
    auto operator<=>(const BackEdge &) const = default;
  };
  std::vector<BackEdge> backEdges;
  for (uint32_t from = 0; from < function.blocks.size(); ++from)
    for (const Edge &edge : function.blocks[from].term.edges) {
      ++waysIn[edge.to.index];
      if (edge.kind == EdgeKind::LoopBack && position[from] != ~0u)
        backEdges.push_back({edge.to.index, from});
    }
  if (backEdges.empty())
    return false;
  llvm::sort(backEdges);
  const Predecessors predecessors(function, waysIn);
  std::vector<uint32_t> isIn(function.blocks.size(), ~0u), work; // of which loop: the last that was looked at
  for (auto edge = backEdges.begin(); edge != backEdges.end();) {
    const uint32_t head = edge->head;
    for (; edge != backEdges.end() && edge->head == head; ++edge)
      work.push_back(edge->from);
    std::vector<uint32_t> &body = bodies[head];
    isIn[head] = head;
    body.push_back(head);
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      if (isIn[block] == head || position[block] < position[head]) // entered from the side: no natural loop there
        continue;
      isIn[block] = head;
      body.push_back(block);
      llvm::append_range(work, predecessors[block]);
    }
    llvm::sort(body);
    for (uint32_t block : body)
      heads[block].push_back(head);
  }
  return true;
}

bool Loops::contains(BlockId head, BlockId block) const {
  return std::binary_search(bodies[head.index].begin(), bodies[head.index].end(), block.index);
}

bool Loops::isCondition(BlockId head, BlockId block) const {
  return contains(head, block) && computesOnly[block.index];
}

} // namespace custody::engines::summary
