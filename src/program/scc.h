// Strongly connected components, bottom-up: a component comes after all that it reaches. Tarjan's algorithm on an
// explicit stack, for a chain of 100,000 calls is an ordinary input. Linear in nodes and edges; the order depends on
// node numbers and the order of successors only.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace custody::program {

// A graph with the edges of a node side by side.
class FlatGraph {
public:
  // Edges may come in any order; duplicates are kept.
  FlatGraph(uint32_t numNodes, llvm::ArrayRef<std::pair<uint32_t, uint32_t>> edges)
      : starts(numNodes + 1), targets(edges.size()) {
    for (auto [from, to] : edges)
      ++starts[from + 1];
    for (uint32_t n = 0; n < numNodes; ++n)
      starts[n + 1] += starts[n];
    std::vector<uint32_t> next(starts.begin(), starts.end());
    for (auto [from, to] : edges)
      targets[next[from]++] = to;
  }
  FlatGraph() : starts(1) {}

  uint32_t numNodes() const { return starts.size() - 1; }
  llvm::ArrayRef<uint32_t> operator[](uint32_t node) const {
    return llvm::ArrayRef(targets).slice(starts[node], starts[node + 1] - starts[node]);
  }

private:
  std::vector<uint32_t> starts;
  std::vector<uint32_t> targets;
};

struct Components {
  std::vector<uint32_t> of;      // node to component; ~0 for nodes that no root reaches
  std::vector<uint32_t> members; // nodes, component after component, sorted in each
  std::vector<uint32_t> starts;  // into members; one more than there are components

  uint32_t size() const { return starts.size() - 1; }
  llvm::ArrayRef<uint32_t> operator[](uint32_t component) const {
    return llvm::ArrayRef(members).slice(starts[component], starts[component + 1] - starts[component]);
  }
};

// `successors(node)` gives a range of node numbers that stays valid while the search runs. Only what the roots reach is
// looked at.
template <class Roots, class Successors>
Components findComponents(uint32_t numNodes, const Roots &roots, Successors successors) {
  using Range = decltype(successors(0));
  using Iterator = decltype(std::declval<Range>().begin());
  struct Frame {
    uint32_t node;
    Iterator next, end;
  };
  constexpr uint32_t Unseen = ~0u;

  Components result;
  result.of.assign(numNodes, Unseen);
  result.starts.push_back(0);
  std::vector<uint32_t> order(numNodes, Unseen), low(numNodes), open;
  std::vector<Frame> frames;
  uint32_t clock = 0;

  auto enter = [&](uint32_t node) {
    order[node] = low[node] = clock++;
    open.push_back(node);
    auto &&range = successors(node);
    frames.push_back({node, range.begin(), range.end()});
  };
  auto close = [&](uint32_t node) {
    uint32_t component = result.size();
    uint32_t member;
    do {
      member = open.back();
      open.pop_back();
      result.of[member] = component;
      result.members.push_back(member);
    } while (member != node);
    std::sort(result.members.begin() + result.starts.back(), result.members.end());
    result.starts.push_back(result.members.size());
  };

  for (uint32_t root : roots) {
    if (order[root] != Unseen)
      continue;
    enter(root);
    while (!frames.empty()) {
      Frame &frame = frames.back();
      if (frame.next != frame.end) {
        uint32_t to = *frame.next;
        ++frame.next;
        if (order[to] == Unseen)
          enter(to);
        else if (result.of[to] == Unseen)
          low[frame.node] = std::min(low[frame.node], order[to]);
        continue;
      }
      uint32_t node = frame.node;
      frames.pop_back();
      if (low[node] == order[node])
        close(node);
      if (!frames.empty())
        low[frames.back().node] = std::min(low[frames.back().node], low[node]);
    }
  }
  return result;
}

} // namespace custody::program
