// Calls of functions without a body that the library model knows: pointers flow as its masks say.
#include "program/points_to_builder.h"

namespace custody::program {

using namespace ir;

// One object a call statement, whether it is returned or stored. What a library fills it with is not seen.
NodeId PointsToBuilder::newObject(const CallPoint &at, ProgTypeId type, bool isFilled) {
  ObjectId object = statementObject(ObjectSort::Heap, at.caller, at.stmt.index, type);
  if (isFilled && type)
    for (uint32_t offset : layouts.pointers(type))
      solver.addCopy(solver.externalNode(), solver.content(object, {offset}));
  return solver.address(object, {});
}

void PointsToBuilder::returnNode(const Arguments &arguments, NodeId node) {
  for (const Part &part : arguments.results)
    solver.addCopy(node, part.node);
}

Solver::Step PointsToBuilder::held(const Actual &actual) {
  return solver.step(actual.pointee, 0, 0);
}

NodeId PointsToBuilder::nodeOf(const Arguments &arguments, int index) {
  bool exists = index >= 0 && size_t(index) < arguments.actuals.size() && !arguments.actuals[index].parts.empty();
  return exists ? arguments.actuals[index].parts.front().node : Solver::None;
}

void PointsToBuilder::connectLibrary(const CallPoint &at, const Arguments &arguments, const LibraryEffect &effect) {
  for (uint32_t i = 0; i < arguments.actuals.size() && i < 64; ++i)
    connectLibraryArgument(at, arguments, i, effect);
  for (const LibraryEffect::Store &store : effect.stores) {
    NodeId into = nodeOf(arguments, store.into), from = nodeOf(arguments, store.from);
    if (into != Solver::None && from != Solver::None)
      solver.addStore(into, held(arguments.actuals[store.into]),
                      store.isFromHeld ? solver.load(from, held(arguments.actuals[store.from])) : from);
  }
  connectLibraryResult(at, arguments, effect);
  addCallbacks(at, arguments, effect);
}

void PointsToBuilder::connectLibraryArgument(const CallPoint &at, const Arguments &arguments, uint32_t index,
                                             const LibraryEffect &effect) {
  auto has = [&](uint64_t mask) { return (mask >> index & 1) != 0; };
  const Solver::Step inside = held(arguments.actuals[index]);
  for (const Part &part : arguments.actuals[index].parts) {
    if (has(effect.keeps))
      solver.addCopy(part.node, solver.escapeNode());
    if (has(effect.keepsHeld))
      solver.addCopy(solver.load(part.node, inside), solver.escapeNode());
    if (has(effect.setsExternal))
      solver.addStore(part.node, inside, solver.externalNode());
    if (!has(effect.allocatesInto | effect.resizes))
      continue;
    NodeId fresh = newObject(at, arguments.actuals[index].heldPointee, /*isFilled=*/true);
    if (has(effect.resizes))
      addBlockCopy(fresh, solver.load(part.node, inside));
    solver.addStore(part.node, inside, fresh);
  }
}

void PointsToBuilder::connectLibraryResult(const CallPoint &at, const Arguments &arguments,
                                           const LibraryEffect &effect) {
  NodeId fresh = Solver::None;
  if (effect.allocates || effect.reallocates >= 0) {
    fresh = newObject(at, arguments.resultPointee, effect.isFilled);
    returnNode(arguments, fresh);
  }
  if (NodeId old = nodeOf(arguments, effect.reallocates); old != Solver::None) {
    addBlockCopy(fresh, old);
    returnNode(arguments, old);
  }
  for (uint32_t i = 0; i < arguments.actuals.size() && i < 64; ++i) {
    NodeId node = nodeOf(arguments, i);
    if (node != Solver::None && (effect.returns >> i & 1))
      returnNode(arguments, node);
    if (node != Solver::None && (effect.returnsHeld >> i & 1))
      returnNode(arguments, solver.load(node, held(arguments.actuals[i])));
  }
  for (const LibraryEffect::Copy &copy : effect.copies) {
    NodeId to = copy.to < 0 ? fresh : nodeOf(arguments, copy.to), from = nodeOf(arguments, copy.from);
    if (to != Solver::None && from != Solver::None)
      addBlockCopy(to, from);
  }
  if (effect.returnsExternal || !(effect.allocates || effect.returnsArgument()))
    returnNode(arguments, solver.externalNode());
}

void PointsToBuilder::addCallbacks(const CallPoint &at, const Arguments &arguments, const LibraryEffect &effect) {
  std::vector<bool> isCallback(arguments.actuals.size());
  for (uint32_t r = 0; r < effect.callbacks.size(); ++r) {
    const CallbackRule &rule = effect.callbacks[r];
    NodeId pointer = nodeOf(arguments, rule.argument);
    if (pointer == Solver::None)
      continue;
    isCallback[rule.argument] = true;
    if (rule.inMemory)
      pointer = solver.load(pointer, solver.step(arguments.actuals[rule.argument].pointee, rule.offset, rule.offset));
    Arguments passed;
    for (int source : rule.passes) {
      Actual actual;
      if (source >= 0 && size_t(source) < arguments.actuals.size())
        actual = arguments.actuals[source];
      else
        actual.parts.push_back({0, solver.externalNode()});
      passed.actuals.push_back(std::move(actual));
    }
    addSite({at, SiteKind::Callback, r, pointer, {}, std::move(passed), {}, Solver::None});
  }
  // A specification may not say when a function is called that it takes; nobody takes one in order not to call it.
  for (uint32_t i = 0; i < arguments.actuals.size(); ++i)
    if (arguments.actuals[i].isFunctionPointer && !isCallback[i] && nodeOf(arguments, i) != Solver::None) {
      solver.addCopy(nodeOf(arguments, i), solver.escapeNode());
      addSite({at, SiteKind::MayCall, 0, nodeOf(arguments, i), {}, {}, {}, Solver::None});
    }
}

// Called among many, nobody looks at the arguments one by one.
bool PointsToBuilder::isHarmless(ProgFuncId id) const {
  const LibraryEffect *effect = library.find(id);
  return effect && !effect->storesPointers() && !effect->returnsArgument();
}

} // namespace custody::program
