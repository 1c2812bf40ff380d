#include "logic/ownership_witness.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::logic {

bool OwnershipGraph::isSatisfied(const Flow &flow) const {
  unsigned sum = 0;
  for (OwnVar target : targetsOf(flow))
    sum += values[find(target)];
  const unsigned source = values[find(flow.source)];
  return flow.isEqual ? source == sum : source >= sum;
}

bool WitnessRepair::isFree(OwnVar root) const {
  return graph.labels[root] == OwnershipGraph::Unlabelled && !graph.isDecided[root];
}

// Variables of a violated flow node one of which must change.
llvm::SmallVector<OwnVar, 4> WitnessRepair::candidatesOf(uint32_t id) const {
  const OwnershipGraph::Flow &flow = graph.flowNodes[id];
  const OwnVar source = graph.find(flow.source);
  llvm::SmallVector<OwnVar, 4> ones, zeros, result;
  for (OwnVar target : graph.targetsOf(flow)) {
    const OwnVar root = graph.find(target);
    (graph.values[root] ? ones : zeros).push_back(root);
  }
  auto propose = [&](OwnVar root) {
    if (isFree(root) && !llvm::is_contained(result, root))
      result.push_back(root);
  };
  if (ones.size() > 1) { // too many, whatever the source is
    llvm::for_each(ones, propose);
  } else if (ones.empty()) { // the source is 1 and must hand it on
    llvm::for_each(zeros, propose);
    propose(source);
  } else { // the source is 0 and one target is 1
    propose(source);
    propose(ones.front());
  }
  return result;
}

void WitnessRepair::decide(OwnVar root, bool isFlipped) {
  decided.push_back({root, isFlipped});
  graph.isDecided[root] = 1;
  if (!isFlipped)
    return;
  graph.setValue(root, !graph.values[root]);
  llvm::append_range(pending, graph.outs[root]);
  llvm::append_range(pending, graph.ins[root]);
}

void WitnessRepair::undecideTo(size_t count) {
  while (decided.size() > count) {
    const auto [root, isFlipped] = decided.back();
    decided.pop_back();
    graph.isDecided[root] = 0;
    if (isFlipped)
      graph.setValue(root, !graph.values[root]);
  }
}

// The next branch of the last choice that has one. Candidates that were tried keep their old values from then on.
bool WitnessRepair::tryNext() {
  while (!choices.empty()) {
    Choice &choice = choices.back();
    undecideTo(choice.decided);
    pending.resize(choice.pending);
    head = choice.head;
    if (choice.next < choice.candidates.size()) {
      for (size_t i = 0; i < choice.next; ++i)
        decide(choice.candidates[i], false);
      decide(choice.candidates[choice.next++], true);
      return true;
    }
    choices.pop_back();
  }
  return false;
}

bool WitnessRepair::run(llvm::ArrayRef<uint32_t> suspects) {
  const bool isSolved = search(suspects);
  for (const auto &[root, isFlipped] : decided)
    graph.isDecided[root] = 0;
  return isSolved;
}

bool WitnessRepair::search(llvm::ArrayRef<uint32_t> suspects) {
  pending.assign(suspects.begin(), suspects.end());
  for (uint64_t steps = 0; head < pending.size(); ++steps) {
    const uint32_t id = pending[head];
    if (graph.flowNodes[id].isDead || graph.isSatisfied(graph.flowNodes[id])) {
      ++head;
      continue;
    }
    if (steps > MaxSteps) {
      graph.exact = false;
      return true;
    }
    choices.push_back({candidatesOf(id), 0, decided.size(), pending.size(), head});
    if (!tryNext())
      return false;
  }
  return true;
}

} // namespace custody::logic
