#include "engines/path/order.h"
#include "program/scc.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace custody::engines::path {

using namespace ir;

namespace {

// Loops nested deeper are looked at as one.
constexpr unsigned MaxNesting = 16;

std::vector<uint32_t> reversePostorder(const Function &function) {
  std::vector<uint32_t> position(function.blocks.size(), ~0u), postorder;
  std::vector<std::pair<uint32_t, uint32_t>> stack; // block, next edge
  std::vector<bool> isSeen(function.blocks.size());
  auto enter = [&](uint32_t block) {
    isSeen[block] = true;
    stack.push_back({block, 0});
  };
  if (!function.blocks.empty())
    enter(0);
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    const auto &edges = function.blocks[block].term.edges;
    if (next == edges.size()) {
      postorder.push_back(block);
      stack.pop_back();
    } else if (const uint32_t to = edges[next++].to.index; !isSeen[to]) {
      enter(to);
    }
  }
  uint32_t number = 0;
  for (uint32_t block : llvm::reverse(postorder))
    position[block] = number++;
  return position;
}

class Ordering {
public:
  explicit Ordering(const Function &function) : function(function), position(reversePostorder(function)) {}

  std::vector<Element> all() {
    std::vector<uint32_t> blocks;
    for (uint32_t block = 0; block < function.blocks.size(); ++block)
      if (position[block] != ~0u)
        blocks.push_back(block);
    return order(blocks, ~0u, 0);
  }

private:
  // The blocks, all reached, without edges to `head`.
  std::vector<Element> order(std::vector<uint32_t> blocks, uint32_t head, unsigned nesting) {
    llvm::sort(blocks, [&](uint32_t a, uint32_t b) { return position[a] < position[b]; });
    llvm::DenseMap<uint32_t, uint32_t> indexOf;
    for (uint32_t i = 0; i < blocks.size(); ++i)
      indexOf[blocks[i]] = i;
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t i = 0; i < blocks.size(); ++i)
      for (const Edge &edge : function.blocks[blocks[i]].term.edges)
        if (auto to = indexOf.find(edge.to.index); to != indexOf.end() && edge.to.index != head)
          if (nesting <= MaxNesting || to->second > i)
            edges.push_back({i, to->second});
    const program::FlatGraph graph(blocks.size(), edges);
    const program::Components components = program::findComponents(blocks.size(), llvm::seq<uint32_t>(0, blocks.size()),
                                                                   [&](uint32_t node) { return graph[node]; });
    std::vector<Element> result;
    for (uint32_t c = components.size(); c-- > 0;) { // callers first: what leads there comes before
      const auto members = components[c];
      const bool isLoop = members.size() > 1 || llvm::is_contained(graph[members.front()], members.front());
      Element element{BlockId(blocks[members.front()]), {}, {}};
      if (isLoop) {
        std::vector<uint32_t> rest;
        for (uint32_t member : members) {
          element.members.push_back(blocks[member]);
          if (member != members.front())
            rest.push_back(blocks[member]);
        }
        llvm::sort(element.members);
        if (!rest.empty())
          element.body = order(std::move(rest), element.block.index, nesting + 1);
      }
      result.push_back(std::move(element));
    }
    return result;
  }

  const Function &function;
  const std::vector<uint32_t> position;
};

} // namespace

std::vector<Element> orderOf(const Function &function) {
  return Ordering(function).all();
}

} // namespace custody::engines::path
