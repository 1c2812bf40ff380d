// The property of a weak topological order, on graphs with and without proper loops: an edge leads forward, or back to
// the head of a loop that it comes from.
#include "engines/path/order.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace custody;
using namespace custody::engines::path;

namespace {

using Graph = std::vector<std::vector<uint32_t>>; // successors by block

ir::Function functionOf(const Graph &graph) {
  ir::Function function;
  for (const std::vector<uint32_t> &successors : graph) {
    ir::Block block;
    for (uint32_t to : successors)
      block.term.edges.push_back({ir::BlockId(to)});
    function.blocks.push_back(block);
  }
  return function;
}

std::string text(llvm::ArrayRef<Element> elements) {
  std::string all;
  for (const Element &element : elements) {
    all += all.empty() ? "" : " ";
    const std::string head = std::to_string(element.block.index);
    all += !element.isLoop() ? head : "(" + head + (element.body.empty() ? "" : " ") + text(element.body) + ")";
  }
  return all;
}

std::string orderText(const Graph &graph) {
  return text(orderOf(functionOf(graph)));
}

struct Places {
  std::vector<int> position;                 // by block; -1: not in the order
  std::vector<std::vector<uint32_t>> within; // by block: heads of the loops around it, itself included
};

void place(llvm::ArrayRef<Element> elements, std::vector<uint32_t> heads, int &next, Places &places) {
  for (const Element &element : elements) {
    std::vector<uint32_t> inner = heads;
    if (element.isLoop())
      inner.push_back(element.block.index);
    EXPECT_EQ(places.position[element.block.index], -1) << "twice in the order";
    places.position[element.block.index] = next++;
    places.within[element.block.index] = inner;
    place(element.body, inner, next, places);
  }
}

std::vector<bool> reachedFromEntry(const Graph &graph) {
  std::vector<bool> isReached(graph.size());
  std::vector<uint32_t> work{0};
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    if (isReached[block])
      continue;
    isReached[block] = true;
    llvm::append_range(work, graph[block]);
  }
  return isReached;
}

void expectWeakTopologicalOrder(const Graph &graph) {
  Places places{std::vector<int>(graph.size(), -1), std::vector<std::vector<uint32_t>>(graph.size())};
  int next = 0;
  const std::vector<Element> order = orderOf(functionOf(graph));
  place(order, {}, next, places);
  const std::vector<bool> isReached = reachedFromEntry(graph);
  for (uint32_t from = 0; from < graph.size(); ++from) {
    EXPECT_EQ(isReached[from], places.position[from] != -1) << from;
    for (uint32_t to : graph[from])
      if (isReached[from])
        EXPECT_TRUE(places.position[from] < places.position[to] || llvm::is_contained(places.within[from], to))
            << from << " to " << to << " in " << text(order);
  }
}

TEST(PathOrderTest, WithoutLoops) {
  EXPECT_EQ(orderText({{}}), "0");
  EXPECT_EQ(orderText({{1}, {2}, {}}), "0 1 2");
  expectWeakTopologicalOrder({{2, 1}, {3}, {3}, {}});
}

TEST(PathOrderTest, AnEmptyFunction) {
  EXPECT_EQ(orderText({}), "");
}

TEST(PathOrderTest, UnreachedBlocksAreLeftOut) {
  EXPECT_EQ(orderText({{2}, {2}, {}}), "0 2");
}

TEST(PathOrderTest, TheLoopsOfTheHeader) {
  // 0; while (1) { 2; while (3) 4; } 5
  EXPECT_EQ(orderText({{1}, {2, 5}, {3}, {4, 1}, {3}, {}}), "0 (1 2 (3 4)) 5");
}

TEST(PathOrderTest, ABlockThatJumpsToItself) {
  EXPECT_EQ(orderText({{1}, {1, 2}, {}}), "0 (1) 2");
}

TEST(PathOrderTest, TheEntryAsHead) {
  EXPECT_EQ(orderText({{1, 2}, {0}, {}}), "(0 1) 2");
}

TEST(PathOrderTest, MembersOfALoopAreThoseOfTheLoopsInItToo) {
  const std::vector<Element> order = orderOf(functionOf({{1}, {2, 5}, {3}, {4, 1}, {3}, {}}));
  ASSERT_EQ(order.size(), 3u);
  EXPECT_EQ(order[1].members, (std::vector<uint32_t>{1, 2, 3, 4}));
}

TEST(PathOrderTest, AJumpIntoTheMiddleOfALoop) {
  expectWeakTopologicalOrder({{1, 2}, {2}, {1, 3}, {}});
  expectWeakTopologicalOrder({{1, 2, 3}, {2}, {3}, {1, 4}, {}});
}

TEST(PathOrderTest, RandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Graph graph(1 + random() % 12);
    for (std::vector<uint32_t> &successors : graph)
      for (uint32_t edge = random() % 4; edge-- > 0;)
        successors.push_back(random() % graph.size());
    expectWeakTopologicalOrder(graph);
  }
}

} // namespace
