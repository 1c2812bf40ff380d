#include "logic/ownership_graph.h"
#include "logic/ownership_witness.h"

namespace custody::logic {

struct OwnershipGraph::Scan {
  llvm::SmallVector<OwnVar, 4> open; // unlabelled, each once, without the source
  llvm::SmallVector<OwnVar, 2> repeated;
  unsigned ones = 0;
  unsigned self = 0; // how often the unlabelled source is its own target
};

OwnVar OwnershipGraph::newVariable() {
  const OwnVar id = parent.size();
  parent.push_back(id);
  labels.push_back(Unlabelled);
  values.push_back(0);
  outs.emplace_back();
  ins.emplace_back();
  seen.push_back(0);
  isDecided.push_back(0);
  return id;
}

// Without path compression, so that unions can be undone; union by size keeps paths short.
OwnVar OwnershipGraph::find(OwnVar variable) const {
  while (parent[variable] != variable)
    variable = parent[variable];
  return variable;
}

std::optional<bool> OwnershipGraph::label(OwnVar variable) const {
  const uint8_t label = labels[find(variable)];
  return label == Unlabelled ? std::nullopt : std::optional<bool>(label == 1);
}

bool OwnershipGraph::witness(OwnVar variable) const {
  return values[find(variable)];
}

void OwnershipGraph::enqueue(FlowId id) {
  if (isQueued[id] || flowNodes[id].isDead)
    return;
  isQueued[id] = 1;
  queue.push_back(id);
}

void OwnershipGraph::enqueueFlowsOf(OwnVar root) {
  for (FlowId id : outs[root])
    enqueue(id);
  for (FlowId id : ins[root])
    enqueue(id);
}

void OwnershipGraph::setValue(OwnVar root, bool value) {
  if (values[root] == value)
    return;
  trail.push_back({Change::Kind::Value, root, values[root]});
  values[root] = value;
}

bool OwnershipGraph::setLabel(OwnVar root, bool value) {
  if (labels[root] != Unlabelled)
    return labels[root] == value;
  trail.push_back({Change::Kind::Label, root, Unlabelled});
  labels[root] = value;
  setValue(root, value);
  enqueueFlowsOf(root);
  return true;
}

bool OwnershipGraph::unify(OwnVar a, OwnVar b) {
  if (a == b)
    return true;
  if (labels[a] != Unlabelled && labels[b] != Unlabelled && labels[a] != labels[b])
    return false;
  if (outs[a].size() + ins[a].size() < outs[b].size() + ins[b].size())
    std::swap(a, b);
  const uint8_t label = labels[a] == Unlabelled ? labels[b] : labels[a];
  const bool value = label == Unlabelled ? values[a] || values[b] : label == 1;
  // Where a side changes its label or value, its flow nodes are to be looked at again; and those of the moved side
  // anyway, for a flow node may have had both as targets.
  if (label != labels[a] || value != values[a])
    enqueueFlowsOf(a);
  enqueueFlowsOf(b);
  setValue(a, value);
  trail.push_back(
      {Change::Kind::Union, b, labels[a], static_cast<uint32_t>(outs[a].size()), static_cast<uint32_t>(ins[a].size())});
  labels[a] = label;
  outs[a].insert(outs[a].end(), outs[b].begin(), outs[b].end());
  ins[a].insert(ins[a].end(), ins[b].begin(), ins[b].end());
  parent[b] = a;
  return true;
}

void OwnershipGraph::kill(FlowId id) {
  trail.push_back({Change::Kind::Death, id});
  flowNodes[id].isDead = true;
}

void OwnershipGraph::undoTo(size_t mark) {
  while (trail.size() > mark) {
    const Change change = trail.back();
    trail.pop_back();
    switch (change.kind) {
    case Change::Kind::Label:
      labels[change.what] = change.before;
      break;
    case Change::Kind::Value:
      values[change.what] = change.before;
      break;
    case Change::Kind::Death:
      flowNodes[change.what].isDead = false;
      break;
    case Change::Kind::Union: {
      const OwnVar into = parent[change.what];
      parent[change.what] = change.what;
      labels[into] = change.before;
      outs[into].resize(change.outs);
      ins[into].resize(change.ins);
      break;
    }
    }
  }
}

OwnershipGraph::Scan OwnershipGraph::scan(const Flow &flow) {
  Scan result;
  const OwnVar source = find(flow.source);
  const uint32_t once = ++scanNumber, again = ++scanNumber;
  for (OwnVar target : targetsOf(flow)) {
    const OwnVar root = find(target);
    if (labels[root] == 0)
      continue;
    if (labels[root] == 1) {
      ++result.ones;
    } else if (root == source) {
      ++result.self;
    } else if (seen[root] == once) {
      seen[root] = again;
      result.repeated.push_back(root);
    } else if (seen[root] != again) {
      seen[root] = once;
      result.open.push_back(root);
    }
  }
  return result;
}

bool OwnershipGraph::zeroAll(llvm::ArrayRef<OwnVar> roots) {
  for (OwnVar root : roots)
    if (!setLabel(find(root), false))
      return false;
  return true;
}

// The local rules at one flow node. False: a contradiction.
bool OwnershipGraph::rewrite(FlowId id) {
  const Flow flow = flowNodes[id];
  const OwnVar source = find(flow.source);
  const Scan now = scan(flow);
  if (now.ones > 1 || (now.ones == 1 && (labels[source] == 0 || now.self > 0)))
    return false;
  if (now.ones == 1 || labels[source] == 0 || now.self == 1) { // nothing flows anywhere else
    kill(id);
    return (now.ones == 0 || setLabel(source, true)) && zeroAll(now.open);
  }
  if (now.self > 1) // x = x + x + ...
    return setLabel(source, false);
  if (!now.repeated.empty()) { // x = y + y + ...; comes back without them
    enqueue(id);
    return zeroAll(now.repeated);
  }
  if (now.open.empty()) {
    kill(id);
    return !flow.isEqual || setLabel(source, false);
  }
  if (now.open.size() == 1 && flow.isEqual) {
    kill(id);
    return unify(source, now.open.front());
  }
  if (now.open.size() == 1 && labels[source] == 1) {
    kill(id);
    return true;
  }
  touched.push_back(id);
  return true;
}

bool OwnershipGraph::propagate() {
  bool isConsistent = true;
  while (!queue.empty()) {
    const FlowId id = queue.back();
    queue.pop_back();
    isQueued[id] = 0;
    if (isConsistent && !flowNodes[id].isDead)
      isConsistent = rewrite(id);
  }
  return isConsistent;
}

void OwnershipGraph::addFlow(const OwnConstraint &constraint) {
  const FlowId id = flowNodes.size();
  flowNodes.push_back({constraint.source, constraint.kind == OwnConstraint::Kind::Equal, false,
                       static_cast<uint32_t>(targets.size()), static_cast<uint32_t>(constraint.targets.size())});
  targets.insert(targets.end(), constraint.targets.begin(), constraint.targets.end());
  isQueued.push_back(0);
  outs[find(constraint.source)].push_back(id);
  for (OwnVar target : constraint.targets)
    ins[find(target)].push_back(id);
  enqueue(id);
}

bool OwnershipGraph::apply(const OwnConstraint &constraint) {
  switch (constraint.kind) {
  case OwnConstraint::Kind::Zero:
  case OwnConstraint::Kind::One:
    return setLabel(find(constraint.source), constraint.kind == OwnConstraint::Kind::One);
  case OwnConstraint::Kind::Equal:
    if (constraint.targets.size() == 1) // most are joins: no flow node is worth its while
      return unify(find(constraint.source), find(constraint.targets.front()));
    [[fallthrough]];
  case OwnConstraint::Kind::AtLeast:
    addFlow(constraint);
    return true;
  }
  llvm_unreachable("every kind is above");
}

bool OwnershipGraph::add(const OwnConstraint &constraint) {
  const size_t flowsBefore = flowNodes.size(), targetsBefore = targets.size();
  trail.clear();
  touched.clear();
  const bool isApplied = apply(constraint);
  const bool isConsistent = propagate() && isApplied && WitnessRepair(*this).run(touched);
  if (isConsistent)
    return true;
  undoTo(0);
  if (flowNodes.size() > flowsBefore) { // its lists are as they were when it was added: it is the last of each
    outs[find(constraint.source)].pop_back();
    for (OwnVar target : constraint.targets)
      ins[find(target)].pop_back();
    flowNodes.pop_back();
    targets.resize(targetsBefore);
    isQueued.pop_back();
  }
  return false;
}

std::vector<OwnConstraint> OwnershipGraph::flows() const {
  std::vector<OwnConstraint> result;
  for (const Flow &flow : flowNodes) {
    if (flow.isDead)
      continue;
    OwnConstraint constraint;
    constraint.kind = flow.isEqual ? OwnConstraint::Kind::Equal : OwnConstraint::Kind::AtLeast;
    constraint.source = find(flow.source);
    for (OwnVar target : targetsOf(flow))
      if (labels[find(target)] != 0)
        constraint.targets.push_back(find(target));
    result.push_back(std::move(constraint));
  }
  return result;
}

} // namespace custody::logic
