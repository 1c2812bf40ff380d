// The canonical ownership graph: CYCLEELIMINATION and MULTIPATH, applied until nothing changes.
//
// Cycles are the strongly connected components of the graph of partitions. For MULTIPATH a partition is supposed to be
// 1: then everything above it is, and if a flow node would have two targets that are 1, the partition is 0. Only
// partitions with two flow nodes above need to be looked at: with one, the same holds of what stands above. Cost:
// components are linear; the walks upwards have a budget in the size of the graph, beyond which partitions stay
// unlabelled.
#include "logic/ownership_graph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::logic {

template <class Visit>
void OwnershipGraph::forEachLiveTarget(const Flow &flow, Visit visit) const {
  for (OwnVar target : targetsOf(flow))
    if (const OwnVar root = find(target); labels[root] == Unlabelled)
      visit(root);
}

class Canonicaliser {
public:
  explicit Canonicaliser(OwnershipGraph &graph)
      : graph(graph), order(graph.numVariables()), low(graph.numVariables()) {}

  void run() {
    budget = 64 * (uint64_t(graph.numVariables()) + graph.targets.size()) + 100000;
    while (unifyCycles() || zeroMultiPaths())
      ;
  }

private:
  struct Frame {
    OwnVar node;
    std::vector<OwnVar> next;
    size_t position = 0;
  };

  bool settle(llvm::function_ref<bool()> change);
  std::vector<OwnVar> successors(OwnVar root) const;
  bool unifyCycles();
  void findCycles(OwnVar start, std::vector<std::vector<OwnVar>> &cycles);
  bool zeroMultiPaths();
  bool isMultiPath(OwnVar root);
  unsigned liveIns(OwnVar root) const;

  OwnershipGraph &graph;
  std::vector<uint32_t> order, low; // Tarjan's numbers; 0: not seen
  std::vector<OwnVar> stack;
  uint32_t counter = 0;
  uint64_t budget = 0;
};

// What follows from a satisfiable graph cannot contradict it; if the graph is not exact it may, and is left alone then.
bool Canonicaliser::settle(llvm::function_ref<bool()> change) {
  graph.trail.clear();
  graph.touched.clear();
  const bool isApplied = change();
  if (graph.propagate() && isApplied)
    return !graph.trail.empty();
  graph.undoTo(0);
  return false;
}

std::vector<OwnVar> Canonicaliser::successors(OwnVar root) const {
  std::vector<OwnVar> result;
  for (uint32_t id : graph.outs[root])
    if (!graph.flowNodes[id].isDead)
      graph.forEachLiveTarget(graph.flowNodes[id], [&](OwnVar target) { result.push_back(target); });
  return result;
}

void Canonicaliser::findCycles(OwnVar start, std::vector<std::vector<OwnVar>> &cycles) {
  constexpr uint32_t Done = ~0u;
  std::vector<Frame> frames;
  auto enter = [&](OwnVar node) {
    order[node] = low[node] = ++counter;
    stack.push_back(node);
    frames.push_back({node, successors(node)});
  };
  enter(start);
  while (!frames.empty()) {
    Frame &frame = frames.back();
    const OwnVar node = frame.node;
    if (frame.position < frame.next.size()) {
      const OwnVar next = frame.next[frame.position++];
      if (order[next] == 0)
        enter(next);
      else if (low[next] != Done)
        low[node] = std::min(low[node], order[next]);
      continue;
    }
    frames.pop_back();
    if (!frames.empty())
      low[frames.back().node] = std::min(low[frames.back().node], low[node]);
    if (low[node] != order[node])
      continue;
    std::vector<OwnVar> members;
    do {
      members.push_back(stack.back());
      stack.pop_back();
      low[members.back()] = Done;
    } while (members.back() != node);
    if (members.size() > 1)
      cycles.push_back(std::move(members));
  }
}

bool Canonicaliser::unifyCycles() {
  std::fill(order.begin(), order.end(), 0);
  counter = 0;
  std::vector<std::vector<OwnVar>> cycles;
  for (OwnVar root = 0; root < graph.numVariables(); ++root)
    if (graph.find(root) == root && order[root] == 0 && !graph.outs[root].empty())
      findCycles(root, cycles);
  if (cycles.empty())
    return false;
  return settle([&] {
    for (const std::vector<OwnVar> &cycle : cycles)
      for (OwnVar member : cycle)
        if (!graph.unify(graph.find(cycle.front()), graph.find(member)))
          return false;
    return true;
  });
}

unsigned Canonicaliser::liveIns(OwnVar root) const {
  return llvm::count_if(graph.ins[root], [&](uint32_t id) { return !graph.flowNodes[id].isDead; });
}

bool Canonicaliser::isMultiPath(OwnVar root) {
  llvm::DenseMap<uint32_t, unsigned> hits; // of flow nodes
  llvm::DenseMap<OwnVar, bool> isOne;
  std::vector<OwnVar> work = {root};
  isOne[root] = true;
  while (!work.empty()) {
    const OwnVar node = work.back();
    work.pop_back();
    for (uint32_t id : graph.ins[node]) {
      if (graph.flowNodes[id].isDead)
        continue;
      if (budget == 0)
        return false;
      --budget;
      if (++hits[id] > 1)
        return true;
      const OwnVar source = graph.find(graph.flowNodes[id].source);
      if (graph.labels[source] == OwnershipGraph::Unlabelled && isOne.try_emplace(source, true).second)
        work.push_back(source);
    }
  }
  return false;
}

bool Canonicaliser::zeroMultiPaths() {
  bool isChanged = false;
  for (OwnVar root = 0; root < graph.numVariables(); ++root)
    if (graph.find(root) == root && graph.labels[root] == OwnershipGraph::Unlabelled && liveIns(root) > 1 &&
        isMultiPath(root))
      isChanged |= settle([&] { return graph.setLabel(root, false); });
  return isChanged;
}

void OwnershipGraph::canonicalise() {
  Canonicaliser(*this).run();
}

// Projection (section 4.2): each visible source is connected to all visible variables that it reaches. What may end in
// an invisible variable makes the equality an inequality. A partition inside with several flow nodes gives one
// constraint for each, up to MaxVariants.
class Projector {
public:
  Projector(const OwnershipGraph &graph, llvm::ArrayRef<OwnVar> visible) : graph(graph), visible(visible) {}

  std::vector<OwnConstraint> run();

private:
  static constexpr size_t MaxVariants = 4;
  using Kind = OwnConstraint::Kind;

  void addPartitions();
  void addSource(OwnVar root, OwnVar as, bool isInside);
  // The visible variables below a flow node; `variant` says which flow node is taken where there are several.
  OwnConstraint expand(uint32_t flow, size_t variant, size_t &variants) const;
  llvm::SmallVector<uint32_t, 2> liveOuts(OwnVar root) const;
  bool hasLiveIns(OwnVar root) const {
    return llvm::any_of(graph.ins[root], [&](uint32_t id) { return !graph.flowNodes[id].isDead; });
  }

  const OwnershipGraph &graph;
  llvm::ArrayRef<OwnVar> visible;
  llvm::DenseMap<OwnVar, OwnVar> nameOf; // visible partitions: the first of their variables
  std::vector<OwnConstraint> result;
  uint32_t fresh = 0;
};

void Projector::addPartitions() {
  for (OwnVar i = 0; i < visible.size(); ++i) {
    const OwnVar root = graph.find(visible[i]);
    if (std::optional<bool> label = graph.label(root)) {
      result.push_back({*label ? Kind::One : Kind::Zero, i, {}});
      nameOf.try_emplace(root, i);
    } else if (auto [at, isNew] = nameOf.try_emplace(root, i); !isNew) {
      result.push_back({Kind::Equal, at->second, {i}});
    }
  }
}

llvm::SmallVector<uint32_t, 2> Projector::liveOuts(OwnVar root) const {
  llvm::SmallVector<uint32_t, 2> live;
  for (uint32_t id : graph.outs[root])
    if (!graph.flowNodes[id].isDead)
      live.push_back(id);
  return live;
}

OwnConstraint Projector::expand(uint32_t flow, size_t variant, size_t &variants) const {
  OwnConstraint constraint{Kind::Equal, 0, {}};
  std::vector<uint32_t> work = {flow};
  llvm::DenseMap<OwnVar, bool> isSeen;
  while (!work.empty()) {
    const OwnershipGraph::Flow &node = graph.flowNodes[work.back()];
    work.pop_back();
    if (!node.isEqual)
      constraint.kind = Kind::AtLeast;
    for (OwnVar target : graph.targetsOf(node)) {
      const OwnVar root = graph.find(target);
      if (graph.labels[root] == 0 || !isSeen.try_emplace(root, true).second)
        continue;
      if (auto name = nameOf.find(root); name != nameOf.end()) {
        constraint.targets.push_back(name->second);
        continue;
      }
      const auto below = liveOuts(root);
      variants = std::max(variants, below.size());
      if (below.empty())
        constraint.kind = Kind::AtLeast;
      else
        work.push_back(below[std::min(variant, below.size() - 1)]);
    }
  }
  llvm::sort(constraint.targets);
  return constraint;
}

void Projector::addSource(OwnVar root, OwnVar as, bool isInside) {
  for (uint32_t flow : liveOuts(root)) {
    size_t variants = 1;
    for (size_t variant = 0; variant < std::min(variants, MaxVariants); ++variant) {
      OwnConstraint constraint = expand(flow, variant, variants);
      constraint.source = as;
      // At most one of one variable says nothing, and neither does it below a fresh variable without a label.
      const bool isOne = graph.labels[root] == 1;
      if (constraint.targets.empty() || ((isInside || isOne) && constraint.targets.size() < 2))
        continue;
      if (isInside && !isOne)
        constraint.kind = Kind::AtLeast;
      if (isInside) {
        constraint.source = visible.size() + fresh++;
        if (isOne)
          result.push_back({Kind::One, constraint.source, {}});
      }
      if (!llvm::is_contained(result, constraint))
        result.push_back(std::move(constraint));
    }
  }
}

std::vector<OwnConstraint> Projector::run() {
  addPartitions();
  for (OwnVar i = 0; i < visible.size(); ++i)
    if (const OwnVar root = graph.find(visible[i]); nameOf.lookup(root) == i)
      addSource(root, i, false);
  for (OwnVar root = 0; root < graph.numVariables(); ++root)
    if (graph.find(root) == root && !nameOf.contains(root) && !hasLiveIns(root))
      addSource(root, 0, true);
  return std::move(result);
}

std::vector<OwnConstraint> OwnershipGraph::project(llvm::ArrayRef<OwnVar> visible) const {
  return Projector(*this, visible).run();
}

} // namespace custody::logic
