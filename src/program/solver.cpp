#include "program/solver.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

static constexpr int64_t MaxUntypedOffset = 1024;
static constexpr uint32_t MaxUntypedOffsets = 64;
static constexpr uint32_t MaxTypedOffsets = 512;
static constexpr uint32_t MaxCoarseSet = 32;
static constexpr int64_t MaxUntypedCopy = 64; // bytes of an object without type that a block copy looks at

Solver::Solver(const Layouts &layouts, CallHandler onCall, EscapeHandler onFunctionEscape)
    : layouts(layouts), onCall(std::move(onCall)), onFunctionEscape(std::move(onFunctionEscape)) {
  addNode(); // externalNode
  addNode(); // escapeNode
  addObject(ObjectKind::External, {});
  objects[External].isEscaped = true;
  objects[External].node = externalNode();
  addAddress(externalNode(), External, 0);
  addConstraint(escapeNode(), {ConstraintKind::Escape, 0, 0});
}

ObjectId Solver::addObject(ObjectKind kind, ProgTypeId type) {
  objects.emplace_back();
  objects.back().kind = kind;
  objects.back().type = type;
  return objects.size() - 1;
}

NodeId Solver::addNode() {
  nodes.emplace_back();
  parents.push_back(nodes.size() - 1);
  return nodes.size() - 1;
}

NodeId Solver::find(NodeId node) const {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

int64_t Solver::normalise(ObjectId id, int64_t offset) const {
  const Object &object = objects[id];
  if (object.kind != ObjectKind::Memory || object.isCollapsed)
    return 0;
  if (object.type)
    offset = layouts.normalise(object.type, offset);
  return offset;
}

uint32_t Solver::cellOffset(ObjectId id, int64_t offset) {
  offset = normalise(id, offset);
  int64_t limit = objects[id].type ? int64_t(1) << 31 : MaxUntypedOffset;
  if (offset < 0 || offset >= limit) {
    collapse(id);
    return 0;
  }
  return offset;
}

// Counts a new offset of the object, and gives up telling them apart if there are too many.
void Solver::noteOffset(ObjectId id, uint32_t offset) {
  objectOffsets[id].push_back(offset);
  uint32_t limit = objects[id].type ? MaxTypedOffsets : MaxUntypedOffsets;
  if (++objects[id].numOffsets > limit)
    collapse(id);
}

NodeId Solver::content(ObjectId id, int64_t offset) {
  uint32_t at = cellOffset(id, offset);
  if (at != 0 && cells.find(key(id, at)) == cells.end()) {
    cells[key(id, at)];
    noteOffset(id, at);
    at = cellOffset(id, at);
  }
  return makeContent(id, at);
}

NodeId Solver::makeContent(ObjectId id, uint32_t at) {
  NodeId existing = at == 0 ? objects[id].node : cells[key(id, at)].node;
  if (existing != None)
    return find(existing);
  ObjectId canonical = objects[id].canonical; // None if it has not escaped
  NodeId node;
  if (coarse && canonical != None)
    node = find(externalNode());
  else if (canonical != None && canonical != id)
    node = content(canonical, at);
  else
    node = addNode();
  if (at == 0)
    objects[id].node = node;
  else
    cells[key(id, at)].node = node;
  if (canonical == id) {
    addCopy(externalNode(), node);
    addCopy(node, escapeNode());
  }
  return node;
}

LocationId Solver::locationOf(ObjectId id, int64_t offset) {
  content(id, offset); // makes the cell; may collapse the object
  uint32_t at = cellOffset(id, offset);
  LocationId &slot = at == 0 ? objects[id].location : cells[key(id, at)].location;
  if (slot != None)
    return slot;
  LocationId location = slot = locations.size();
  locations.push_back({id, at, location});
  if (coarse && objects[id].kind == ObjectKind::Memory)
    escape(id);
  setCanonical(location);
  return location;
}

void Solver::setCanonical(LocationId id) {
  const Location location = locations[id];
  ObjectId canonical = objects[location.object].canonical;
  if (coarse && objects[location.object].isEscaped)
    locations[id].canonical = ExternalLocation;
  else if (canonical != None && canonical != location.object) {
    LocationId other = locationOf(canonical, location.offset);
    locations[id].canonical = other;
  }
}

NodeId Solver::findContent(ObjectId id, int64_t offset) const {
  int64_t at = normalise(id, offset);
  if (at == 0)
    return objects[id].node;
  if (at < 0 || at > ~0u)
    return None;
  auto cell = cells.find(key(id, at));
  return cell == cells.end() ? None : cell->second.node;
}

std::vector<uint32_t> Solver::offsets(ObjectId id) const {
  std::vector<uint32_t> result;
  if (objects[id].node != None)
    result.push_back(0);
  auto entry = objectOffsets.find(id);
  if (entry != objectOffsets.end() && !objects[id].isCollapsed)
    result.insert(result.end(), entry->second.begin(), entry->second.end());
  llvm::sort(result);
  return result;
}

void Solver::collapse(ObjectId id) {
  if (std::exchange(objects[id].isCollapsed, true))
    return;
  if (ObjectId canonical = objects[id].canonical; canonical != None)
    collapse(canonical);
  NodeId whole = makeContent(id, 0);
  for (uint32_t offset : objectOffsets[id])
    if (NodeId part = cells[key(id, offset)].node; part != None)
      merge(whole, part);
}

void Solver::escape(ObjectId id) {
  if (std::exchange(objects[id].isEscaped, true))
    return;
  ++numEscapes;
  if (objects[id].kind == ObjectKind::Function) {
    if (LocationId location = objects[id].location; location != None)
      setCanonical(location);
    onFunctionEscape(id);
    return;
  }
  ObjectId canonical = id;
  if (ProgTypeId type = layouts.element(objects[id].type))
    canonical = escapedOfType.try_emplace(type, id).first->second;
  else if (escapedUntyped == None)
    escapedUntyped = id;
  else
    canonical = escapedUntyped;
  if (objects[id].isCollapsed)
    collapse(canonical);
  objects[id].canonical = canonical;
  for (uint32_t offset : offsets(id)) {
    NodeId node = makeContent(id, offset);
    if (coarse) {
      merge(externalNode(), node);
    } else if (canonical != id) {
      merge(content(canonical, offset), node);
    } else {
      addCopy(externalNode(), node);
      addCopy(node, escapeNode());
    }
  }
  for (LocationId location : locationsOf(id))
    setCanonical(location);
}

std::vector<LocationId> Solver::locationsOf(ObjectId id) const {
  std::vector<LocationId> result;
  if (objects[id].location != None)
    result.push_back(objects[id].location);
  if (auto entry = objectOffsets.find(id); entry != objectOffsets.end())
    for (uint32_t offset : entry->second)
      if (LocationId location = cells.find(key(id, offset))->second.location; location != None)
        result.push_back(location);
  return result;
}

// Everything that a load can reach is one node from here on: External's.
void Solver::becomeCoarse() {
  coarse = true;
  merge(externalNode(), escapeNode());
  for (ObjectId id = 1; id < objects.size(); ++id) {
    if (objects[id].kind == ObjectKind::Memory) {
      if (objects[id].isEscaped)
        for (uint32_t offset : offsets(id))
          merge(externalNode(), makeContent(id, offset));
      else if (!locationsOf(id).empty())
        escape(id);
    }
    for (LocationId location : locationsOf(id))
      setCanonical(location);
  }
  numEscapes += numEscapes / 8 + 1; // all sets are to be looked at again
  for (NodeId node = 0; node < nodes.size(); ++node)
    if (find(node) == node && !nodes[node].pointees.empty())
      markDirty(node);
}

NodeId Solver::address(ObjectId object, int64_t offset) {
  LocationId location = locationOf(object, offset);
  auto [entry, isNew] = addressNodes.try_emplace(location, None);
  if (!isNew)
    return entry->second;
  NodeId node = entry->second = addNode();
  addPointee(node, location);
  return node;
}

void Solver::addAddress(NodeId node, ObjectId object, int64_t offset) {
  addPointee(node, locationOf(object, offset));
}

void Solver::addPointee(NodeId node, LocationId location) {
  node = find(node);
  if (nodes[node].pointees.test_and_set(location))
    markDirty(node);
}

void Solver::markDirty(NodeId node) {
  if (!std::exchange(nodes[node].isDirty, true))
    dirty.push_back(node);
}

void Solver::addCopy(NodeId from, NodeId to) {
  from = find(from);
  to = find(to);
  if (from == to || !edges.insert(key(from, to)).second)
    return;
  ++stepCount;
  nodes[from].copies.push_back(to);
  // What `from` has not propagated yet will come with the next wave.
  if ((nodes[to].pointees |= nodes[from].propagated))
    markDirty(to);
}

NodeId Solver::load(NodeId pointer, int64_t offset) {
  auto [entry, isNew] = loads.try_emplace({pointer, offset}, None);
  if (!isNew)
    return entry->second;
  NodeId node = entry->second = addNode();
  addConstraint(pointer, {ConstraintKind::Load, node, offset});
  return node;
}

NodeId Solver::offset(NodeId pointer, int64_t offset) {
  if (offset == 0)
    return pointer;
  auto [entry, isNew] = offsetNodes.try_emplace({pointer, offset}, None);
  if (!isNew)
    return entry->second;
  NodeId node = entry->second = addNode();
  addConstraint(pointer, {ConstraintKind::Offset, node, offset});
  return node;
}

void Solver::addStore(NodeId pointer, int64_t offset, NodeId value) {
  addConstraint(pointer, {ConstraintKind::Store, value, offset});
}

void Solver::addCall(NodeId pointer, uint32_t call) {
  addConstraint(pointer, {ConstraintKind::Call, call, 0});
}

void Solver::addBlockCopy(NodeId to, NodeId from) {
  blockCopies.emplace_back();
  blockCopies.back().to = to;
  addConstraint(from, {ConstraintKind::BlockCopy, uint32_t(blockCopies.size() - 1), 0});
}

// A constraint that comes late has missed what the node propagated before.
void Solver::addConstraint(NodeId node, Constraint constraint) {
  node = find(node);
  nodes[node].constraints.push_back(constraint);
  if (nodes[node].propagated.empty())
    return;
  pending.push_back(Pending{node, nodes[node].propagated, constraint});
}

void Solver::apply(const Constraint &constraint, LocationId id) {
  ++stepCount;
  const Location location = locations[id];
  ObjectKind kind = objects[location.object].kind;
  switch (constraint.kind) {
  case ConstraintKind::Load:
    if (kind != ObjectKind::Function)
      addCopy(content(location.object, location.offset + constraint.offset), constraint.other);
    return;
  case ConstraintKind::Store:
    if (kind == ObjectKind::External)
      addCopy(constraint.other, escapeNode());
    else if (kind == ObjectKind::Memory)
      addCopy(constraint.other, content(location.object, location.offset + constraint.offset));
    return;
  case ConstraintKind::Offset:
    addPointee(constraint.other, locationOf(location.object, location.offset + constraint.offset));
    return;
  case ConstraintKind::Call:
    if (kind == ObjectKind::Function)
      onCall(constraint.other, location.object);
    return;
  case ConstraintKind::BlockCopy:
    if (kind != ObjectKind::Function)
      applyBlockCopy(constraint.other, location);
    return;
  case ConstraintKind::Escape:
    escape(location.object);
    return;
  }
}

// Each distance from the beginning at which the source may hold a pointer is a value of its own, loaded here and stored
// through the destination pointer.
void Solver::applyBlockCopy(uint32_t index, const Location &from) {
  auto copyAt = [&](int64_t distance) {
    auto [entry, isNew] = blockCopies[index].values.try_emplace(distance, None);
    NodeId value = entry->second;
    if (isNew) {
      value = addNode();
      blockCopies[index].values[distance] = value;
      addStore(blockCopies[index].to, distance, value);
    }
    addCopy(content(from.object, from.offset + distance), value);
  };
  ProgTypeId type = objects[from.object].type;
  if (objects[from.object].isCollapsed) {
    copyAt(0);
  } else if (type) {
    for (uint32_t offset : layouts.pointers(type))
      if (offset >= from.offset)
        copyAt(offset - from.offset);
  } else {
    for (int64_t distance = 0; distance < MaxUntypedCopy; distance += 8)
      copyAt(distance);
  }
}

void Solver::merge(NodeId a, NodeId b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  // The larger one stays, or merging a long cycle would move the same edges again and again.
  auto weight = [&](NodeId node) { return nodes[node].copies.size() + nodes[node].constraints.size(); };
  if (weight(a) < weight(b) || (weight(a) == weight(b) && b < a))
    std::swap(a, b);
  stepCount += 1 + weight(b);
  parents[b] = a;
  Node &into = nodes[a], &from = nodes[b];
  into.pointees |= from.pointees;
  into.propagated &= from.propagated;
  into.copies.insert(into.copies.end(), from.copies.begin(), from.copies.end());
  into.constraints.insert(into.constraints.end(), from.constraints.begin(), from.constraints.end());
  into.seenEscapes = 0;
  from = Node();
  markDirty(a);
}

// Merges the cycles that the roots reach, and gives the merged nodes in topological order. Tarjan's algorithm on an
// explicit stack, as in scc.h, but over a graph whose nodes merge.
void Solver::mergeCycles(const std::vector<NodeId> &roots, std::vector<NodeId> &order) {
  struct Frame {
    NodeId node;
    size_t next;
  };
  ++wave;
  visitWave.resize(nodes.size());
  visitOrder.resize(nodes.size());
  visitLow.resize(nodes.size());
  isOpen.resize(nodes.size());
  std::vector<Frame> frames;
  std::vector<NodeId> open;
  std::vector<std::pair<NodeId, NodeId>> toMerge;
  uint32_t clock = 0;
  auto enter = [&](NodeId node) {
    tidyCopies(node);
    visitWave[node] = wave;
    visitOrder[node] = visitLow[node] = clock++;
    isOpen[node] = true;
    open.push_back(node);
    frames.push_back({node, 0});
  };
  for (NodeId root : roots) {
    if (visitWave[root] == wave)
      continue;
    enter(root);
    while (!frames.empty()) {
      Frame &frame = frames.back();
      NodeId node = frame.node;
      if (frame.next < nodes[node].copies.size()) {
        ++stepCount;
        NodeId to = find(nodes[node].copies[frame.next++]);
        if (visitWave[to] != wave)
          enter(to);
        else if (isOpen[to])
          visitLow[node] = std::min(visitLow[node], visitOrder[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty())
        visitLow[frames.back().node] = std::min(visitLow[frames.back().node], visitLow[node]);
      if (visitLow[node] != visitOrder[node])
        continue;
      NodeId member;
      do {
        member = open.back();
        open.pop_back();
        isOpen[member] = false;
        if (member != node)
          toMerge.push_back({node, member});
      } while (member != node);
      order.push_back(node);
    }
  }
  std::reverse(order.begin(), order.end());
  for (auto [a, b] : toMerge)
    merge(a, b);
  for (NodeId &node : order)
    node = find(node);
}

// Merging leaves edges that have become equal.
void Solver::tidyCopies(NodeId id) {
  Node &node = nodes[id];
  if (node.copies.size() <= 2 * node.numTidy + 8)
    return;
  for (NodeId &to : node.copies)
    to = find(to);
  llvm::sort(node.copies);
  node.copies.erase(std::unique(node.copies.begin(), node.copies.end()), node.copies.end());
  llvm::erase(node.copies, id);
  node.numTidy = node.copies.size();
}

// In a set with External, replaces what escaped. `fresh` is what of the set is new.
void Solver::makeCanonical(Node &node, PointerSet &fresh) {
  if (!node.pointees.test(ExternalLocation))
    return;
  auto replaceIn = [&](const PointerSet &candidates) {
    llvm::SmallVector<LocationId, 16> covered;
    for (LocationId id : candidates)
      if (locations[id].canonical != id)
        covered.push_back(id);
    for (LocationId id : covered) {
      node.pointees.reset(id);
      node.pointees.set(locations[id].canonical);
    }
    stepCount += covered.size();
    return !covered.empty();
  };
  // What escaped since is worth looking for when it has become much.
  bool isStale = node.seenEscapes + node.seenEscapes / 8 < numEscapes;
  if (isStale)
    node.seenEscapes = numEscapes;
  if (isStale ? replaceIn(PointerSet(node.pointees)) : replaceIn(fresh))
    fresh.intersectWithComplement(node.pointees, node.propagated);
}

// Of a coarse solution: sets that are still large become External.
void Solver::limitSet(NodeId id) {
  if (id == find(externalNode()) || nodes[id].pointees.test(ExternalLocation) ||
      nodes[id].pointees.count() <= MaxCoarseSet)
    return;
  nodes[id].pointees.set(ExternalLocation);
  limited.push_back(id);
}

void Solver::propagate() {
  std::vector<NodeId> roots;
  for (NodeId node : dirty) {
    nodes[node].isDirty = false;
    roots.push_back(find(node));
  }
  dirty.clear();
  std::vector<NodeId> order;
  mergeCycles(roots, order);
  PointerSet onlyExternal;
  onlyExternal.set(ExternalLocation);
  for (NodeId id : order) {
    if (coarse)
      limitSet(id);
    Node &node = nodes[id];
    node.isDirty = false;
    PointerSet fresh;
    fresh.intersectWithComplement(node.pointees, node.propagated);
    if (fresh.empty())
      continue;
    makeCanonical(node, fresh);
    node.propagated = node.pointees;
    if (fresh.empty())
      continue;
    // All that is in External's node of a coarse solution is about to escape.
    bool isExternal = coarse && id == find(externalNode());
    const PointerSet &passed = isExternal ? onlyExternal : fresh;
    uint64_t cost = 1 + passed.count() / 64;
    for (NodeId copy : node.copies) {
      stepCount += cost;
      NodeId to = find(copy);
      if (to != id)
        nodes[to].pointees |= passed;
    }
    if (!node.constraints.empty())
      pending.push_back(Pending{id, std::move(fresh), std::nullopt});
  }
  dirty.clear(); // merging marked nodes that have been handled since
  for (NodeId id : limited)
    addCopy(id, escapeNode());
  limited.clear();
}

void Solver::solve() {
  while (!dirty.empty() || !pending.empty()) {
    if (!coarse && stepCount > budget)
      becomeCoarse();
    propagate();
    std::vector<Pending> work = std::move(pending);
    pending.clear();
    for (const Pending &item : work) {
      // Applying may merge nodes and add constraints: go over a copy.
      std::vector<Constraint> constraints;
      if (item.only)
        constraints.push_back(*item.only);
      else
        constraints = nodes[find(item.node)].constraints;
      for (const Constraint &constraint : constraints)
        for (LocationId location : item.fresh)
          apply(constraint, location);
    }
  }
}

} // namespace custody::program
