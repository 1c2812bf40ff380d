#include "program/solver.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

static constexpr uint32_t MaxOffsets = 512; // of one object
static constexpr int64_t MaxOffset = int64_t(1) << 31;

Solver::Solver(const Program &program, const Layouts &layouts, CallHandler onCall, EscapeHandler onFunctionEscape)
    : layouts(layouts), keys(program, layouts), onCall(std::move(onCall)),
      onFunctionEscape(std::move(onFunctionEscape)) {
  addNode(); // externalNode
  addNode(); // escapeNode
  addObject(ObjectKind::External, {});
  objects[External].isEscaped = true;
  addAddress(externalNode(), External, {});
}

ObjectId Solver::addObject(ObjectKind kind, ProgTypeId type) {
  objects.emplace_back();
  objects.back().kind = kind;
  objects.back().type = type;
  return objects.size() - 1;
}

void Solver::reserveLocation(ObjectId function) {
  locationOf(function, {});
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

uint32_t Solver::cellOffset(ObjectId id, Step at) {
  const Object &object = objects[id];
  if (object.kind == ObjectKind::Function || object.kind == ObjectKind::Bytes)
    return 0;
  if (!object.type)
    return at.field;
  int64_t offset = layouts.normalise(object.type, at.offset);
  if (0 <= offset && offset < MaxOffset)
    return offset;
  forgetType(id);
  return at.field;
}

// What `by` means at a location. A pointer to a single field stays there, unless it is used as a pointer to a record.
Solver::Step Solver::stepFrom(const Location &location, Step by) const {
  bool isField = !objects[location.object].type && by.field == FieldKeys::Scalar;
  return {location.offset + by.offset, isField ? location.offset : by.field};
}

NodeId &Solver::nodeSlot(ObjectId id, uint32_t offset) {
  return offset == 0 ? objects[id].node : cells[key(id, offset)].node;
}

LocationId &Solver::locationSlot(ObjectId id, uint32_t offset) {
  return offset == 0 ? objects[id].location : cells[key(id, offset)].location;
}

NodeId Solver::content(ObjectId id, Step at) {
  return cell(id, cellOffset(id, at));
}

NodeId Solver::cell(ObjectId id, uint32_t at) {
  if (NodeId existing = nodeSlot(id, at); existing != None)
    return find(existing);
  bool isShared = id != External && objects[id].isEscaped;
  if (isShared && !objects[id].type)
    return cell(External, at);
  NodeId shared = isShared ? cell(External, keyAt(id, at)) : None;
  NodeId node = nodeSlot(id, at) = isShared ? shared : addNode();
  if (at != 0) {
    std::vector<uint32_t> &offsets = objectOffsets[id];
    offsets.push_back(at);
    if (objects[id].type && offsets.size() > MaxOffsets) {
      forgetType(id); // has connected the new cell
      return find(node);
    }
  }
  connectCell(id, at, node);
  return find(node);
}

KeyId Solver::keyAt(ObjectId id, uint32_t offset) {
  return objects[id].type ? keys.keyOf(objects[id].type, offset) : offset;
}

// Of a new cell.
void Solver::connectCell(ObjectId id, uint32_t at, NodeId node) {
  if (id == External) {
    addCopy(externalNode(), node);
    addCopy(node, escapeNode());
    return;
  }
  if (objects[id].type)
    return;
  if (objects[id].isDrained)
    addCopy(node, cell(External, at));
  auto entry = sources.find(id);
  if (entry == sources.end())
    return;
  const std::vector<ObjectId> from = entry->second; // a copy: cells of the sources may be made
  for (ObjectId source : from)
    addCopy(cell(source, at), node);
}

LocationId Solver::locationOf(ObjectId id, Step step) {
  if (objects[id].kind != ObjectKind::Bytes && objects[id].kind != ObjectKind::Function)
    content(id, step); // makes the cell; may take away the object's type
  uint32_t at = cellOffset(id, step);
  LocationId &slot = locationSlot(id, at);
  if (slot != None)
    return slot;
  LocationId location = slot = locations.size();
  locations.push_back({id, at, location});
  if (coarse && objects[id].kind == ObjectKind::Memory)
    escape(id);
  setCanonical(location);
  return location;
}

// In a set with External, an escaped location need not be listed. But the address of a single field is: what is stored
// through it as a scalar is read elsewhere as the field.
void Solver::setCanonical(LocationId id) {
  const Location location = locations[id];
  if (location.object == External || objects[location.object].kind == ObjectKind::Function ||
      !objects[location.object].isEscaped)
    return;
  KeyId field = keyAt(location.object, location.offset);
  LocationId canonical = ExternalLocation;
  if (field != FieldKeys::Scalar && keys.mayHoldFunction(field))
    canonical = locationOf(External, {0, field});
  locations[id].canonical = canonical;
  implied.set(id);
  if (canonical != ExternalLocation)
    impliedSlots.set(id);
}

NodeId Solver::findContent(ObjectId id, uint32_t at) const {
  if (at == 0)
    return objects[id].node;
  auto cell = cells.find(key(id, at));
  return cell == cells.end() ? None : cell->second.node;
}

std::vector<uint32_t> Solver::offsets(ObjectId id) const {
  std::vector<uint32_t> result;
  if (objects[id].node != None)
    result.push_back(0);
  auto entry = objectOffsets.find(id);
  if (entry != objectOffsets.end())
    result.insert(result.end(), entry->second.begin(), entry->second.end());
  llvm::sort(result);
  return result;
}

// Its offsets become keys. Several offsets may become one.
void Solver::forgetType(ObjectId id) {
  ProgTypeId type = std::exchange(objects[id].type, ProgTypeId());
  struct Old {
    uint32_t offset;
    Cell cell;
  };
  std::vector<Old> old{{0, {objects[id].node, objects[id].location}}};
  for (uint32_t offset : objectOffsets[id]) {
    auto entry = cells.find(key(id, offset));
    old.push_back({offset, entry->second});
    cells.erase(entry);
  }
  objectOffsets.erase(id);
  objects[id].node = objects[id].location = None;
  for (const Old &each : old) {
    KeyId field = keys.keyOf(type, each.offset);
    if (each.cell.node != None)
      merge(cell(id, field), each.cell.node);
    if (each.cell.location == None)
      continue;
    locations[each.cell.location].offset = field;
    if (LocationId &slot = locationSlot(id, field); slot == None)
      slot = each.cell.location;
  }
}

void Solver::escape(ObjectId id) {
  if (std::exchange(objects[id].isEscaped, true))
    return;
  ++numEscapes;
  if (objects[id].kind == ObjectKind::Function) {
    onFunctionEscape(id);
    return;
  }
  for (uint32_t offset : offsets(id))
    merge(cell(External, keyAt(id, offset)), cell(id, offset));
  if (objects[id].kind == ObjectKind::Memory && !objects[id].type)
    drain(id);
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

void Solver::becomeCoarse() {
  coarse = true;
  for (ObjectId id = 1; id < objects.size(); ++id)
    if (objects[id].kind == ObjectKind::Memory && !locationsOf(id).empty())
      escape(id);
  for (NodeId node = 0; node < nodes.size(); ++node)
    if (find(node) == node && !nodes[node].pointees.empty())
      markDirty(node);
}

NodeId Solver::address(ObjectId object, Step at) {
  LocationId location = locationOf(object, at);
  objects[object].isAddressTaken = true;
  auto [entry, isNew] = addressNodes.try_emplace(location, None);
  if (!isNew)
    return entry->second;
  NodeId node = entry->second = addNode();
  addPointee(node, location);
  return node;
}

void Solver::addAddress(NodeId node, ObjectId object, Step at) {
  objects[object].isAddressTaken = true;
  addPointee(node, locationOf(object, at));
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

NodeId Solver::load(NodeId pointer, Step at) {
  auto [entry, isNew] = loads.try_emplace({key(pointer, at.field), at.offset}, None);
  if (!isNew)
    return entry->second;
  NodeId node = entry->second = addNode();
  addConstraint(pointer, {ConstraintKind::Load, node, at});
  return node;
}

NodeId Solver::offset(NodeId pointer, Step by) {
  if (by.offset == 0 && by.field == FieldKeys::Scalar)
    return pointer;
  auto [entry, isNew] = offsetNodes.try_emplace({key(pointer, by.field), by.offset}, None);
  if (!isNew)
    return entry->second;
  NodeId node = entry->second = addNode();
  addConstraint(pointer, {ConstraintKind::Offset, node, by});
  return node;
}

void Solver::addStore(NodeId pointer, Step at, NodeId value) {
  addConstraint(pointer, {ConstraintKind::Store, value, at});
}

void Solver::addCall(NodeId pointer, uint32_t call) {
  addConstraint(pointer, {ConstraintKind::Call, call, {}});
}

// n objects are copied to m: through one in the middle, `block`, that nobody else knows.
void Solver::addBlockCopy(NodeId to, NodeId from, ObjectId block) {
  addConstraint(from, {ConstraintKind::BlockFrom, block, {}});
  addConstraint(to, {ConstraintKind::BlockTo, block, {}});
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
  const Location location = locations[id];
  const ObjectKind kind = objects[location.object].kind;
  switch (constraint.kind) {
  case ConstraintKind::Load:
    addCopy(content(location.object, stepFrom(location, constraint.step)), constraint.other);
    return;
  case ConstraintKind::Store:
    addCopy(constraint.other, content(location.object, stepFrom(location, constraint.step)));
    return;
  case ConstraintKind::Offset: {
    Step to = stepFrom(location, constraint.step);
    if (kind == ObjectKind::External && !keys.mayHoldFunction(to.field))
      to.field = FieldKeys::Scalar;
    addPointee(constraint.other, locationOf(location.object, to));
    return;
  }
  case ConstraintKind::Call:
    if (kind == ObjectKind::Function || id == ExternalLocation)
      onCall(constraint.other, location.object);
    return;
  case ConstraintKind::BlockFrom:
    copyToBlock(location, constraint.other);
    return;
  case ConstraintKind::BlockTo:
    copyFromBlock(constraint.other, location);
    return;
  }
}

// Fields find each other by their keys.
void Solver::copyToBlock(const Location &from, ObjectId block) {
  ProgTypeId type = objects[from.object].type;
  if (!type) {
    addSource(block, from.object);
    return;
  }
  for (uint32_t offset : layouts.pointers(type))
    if (offset >= from.offset)
      addCopy(content(from.object, {offset}), cell(block, keys.keyOf(type, offset)));
}

void Solver::copyFromBlock(ObjectId block, const Location &to) {
  ProgTypeId type = objects[to.object].type;
  if (to.object == External) {
    drain(block);
  } else if (!type) {
    addSource(to.object, block);
  } else {
    for (uint32_t offset : layouts.pointers(type))
      if (offset >= to.offset)
        addCopy(cell(block, keys.keyOf(type, offset)), content(to.object, {offset}));
  }
}

void Solver::addSource(ObjectId id, ObjectId source) {
  if (id == source || !sourcePairs.insert(key(id, source)).second)
    return;
  sources[id].push_back(source);
  for (uint32_t at : offsets(id))
    addCopy(cell(source, at), cell(id, at));
  if (objects[id].isDrained)
    drain(source);
}

// All that it holds or gets from others flows into escaped memory.
void Solver::drain(ObjectId start) {
  std::vector<ObjectId> open{start};
  while (!open.empty()) {
    ObjectId id = open.back();
    open.pop_back();
    if (id == External || objects[id].type || std::exchange(objects[id].isDrained, true))
      continue;
    for (uint32_t at : offsets(id))
      addCopy(cell(id, at), cell(External, at));
    if (auto entry = sources.find(id); entry != sources.end())
      open.insert(open.end(), entry->second.begin(), entry->second.end());
  }
}

void Solver::substitute(llvm::ArrayRef<NodeId> closed) {
  constexpr NodeId Several = None - 1;
  std::vector<NodeId> source(nodes.size(), None);
  for (NodeId from = 0; from < nodes.size(); ++from)
    for (NodeId to : nodes[from].copies)
      source[to] = source[to] == None || source[to] == from ? from : Several;
  for (NodeId node : closed)
    if (source[node] < Several && nodes[node].pointees.empty())
      merge(source[node], node);
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
  std::sort(node.copies.begin(), node.copies.end());
  node.copies.erase(std::unique(node.copies.begin(), node.copies.end()), node.copies.end());
  llvm::erase(node.copies, id);
  node.numTidy = node.copies.size();
}

// In a set with External, removes what escaped.
void Solver::makeCanonical(Node &node) {
  if (!node.pointees.test(ExternalLocation) || !node.pointees.intersects(implied))
    return;
  if (node.pointees.intersects(impliedSlots)) {
    PointerSet slots = node.pointees;
    slots.intersectWith(impliedSlots);
    for (LocationId id : slots)
      node.pointees.set(locations[id].canonical);
  }
  node.pointees.remove(implied);
}

void Solver::propagate() {
  std::vector<NodeId> roots;
  for (NodeId node : dirty)
    roots.push_back(find(node));
  dirty.clear();
  std::vector<NodeId> order;
  mergeCycles(roots, order);
  dirty.clear(); // merging marked nodes that are in the order
  for (NodeId id : order) {
    Node &node = nodes[id];
    if (!std::exchange(node.isDirty, false))
      continue;
    makeCanonical(node);
    PointerSet fresh = node.pointees.without(node.propagated);
    node.propagated = node.pointees;
    if (fresh.empty())
      continue;
    uint64_t cost = 1 + fresh.count() / 64;
    for (NodeId copy : node.copies) {
      stepCount += cost;
      NodeId to = find(copy);
      if (to != id && (nodes[to].pointees |= fresh))
        nodes[to].isDirty = true; // and it comes later in the order
    }
    if (id == find(escapeNode()))
      escaping |= fresh;
    if (!node.constraints.empty())
      pending.push_back(Pending{id, std::move(fresh), std::nullopt});
  }
}

// What escapes is to be known before constraints are applied to it: most of them are then implied by External.
bool Solver::applyEscapes() {
  uint32_t before = numEscapes;
  const PointerSet locationsNow = std::exchange(escaping, PointerSet());
  for (LocationId location : locationsNow)
    escape(locations[location].object);
  return numEscapes != before;
}

bool Solver::isImplied(NodeId node, LocationId location) const {
  return locations[location].canonical != location && nodes[node].pointees.test(ExternalLocation);
}

void Solver::applyConstraints(const Pending &item) {
  // Applying may merge nodes and add constraints: go over a copy.
  std::vector<Constraint> constraints;
  if (item.only)
    constraints.push_back(*item.only);
  else
    constraints = nodes[find(item.node)].constraints;
  // Most locations are functions, and most constraints load and store: nothing is kept in a function.
  std::vector<Constraint> withoutAccess;
  llvm::copy_if(constraints, std::back_inserter(withoutAccess),
                [](const Constraint &c) { return c.kind == ConstraintKind::Offset || c.kind == ConstraintKind::Call; });
  for (LocationId location : item.fresh) {
    if (NodeId node = find(item.node); isImplied(node, location)) {
      if (locations[location].canonical != ExternalLocation) // that is there
        addPointee(node, locations[location].canonical);
      continue;
    }
    stepCount += constraints.size();
    const ObjectKind kind = objects[locations[location].object].kind;
    const bool isMemory = kind == ObjectKind::Memory || kind == ObjectKind::External;
    for (const Constraint &constraint : isMemory ? constraints : withoutAccess)
      apply(constraint, location);
  }
}

void Solver::solve() {
  while (!dirty.empty() || !pending.empty()) {
    if (!coarse && stepCount > budget)
      becomeCoarse();
    do
      propagate();
    while (applyEscapes());
    for (const Pending &item : std::exchange(pending, {}))
      applyConstraints(item);
  }
}

} // namespace custody::program
