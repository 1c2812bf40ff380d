// Calls become copies: arguments to parameters, results back. Calls through pointers do so when the solver finds what
// the pointer may be; virtual calls and calls resolved by signature meet their targets at a group's nodes.
#include "program/points_to_builder.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

using namespace ir;

PointsToBuilder::Actual PointsToBuilder::actualOf(ExprId id) {
  Actual actual;
  ProgTypeId type = typeOf(id);
  const Expr &e = (*function)[id];
  if (isRecordLike(type) && e.kind == ExprKind::Load) {
    actual.place = place(e.a);
    for (uint32_t offset : layouts.pointers(type))
      if (NodeId node = read(actual.place, offset); node != Solver::None)
        actual.parts.push_back({offset, node});
    return actual;
  }
  if (NodeId node = value(id); node != Solver::None)
    actual.parts.push_back({0, node});
  if (type && program.types()[type].kind == TypeKind::Pointer) {
    actual.pointee = program.types()[type].inner;
    TypeKind kind = actual.pointee ? program.types()[actual.pointee].kind : TypeKind::Void;
    actual.isFunctionPointer = kind == TypeKind::Function;
    if (kind == TypeKind::Pointer)
      actual.heldPointee = program.types()[actual.pointee].inner;
  }
  actual.isFunctionPointer |= e.kind == ExprKind::FuncAddr;
  return actual;
}

llvm::SmallVector<PointsToBuilder::Part, 1> PointsToBuilder::receiversAt(ExprId id, ProgTypeId type) {
  llvm::SmallVector<Part, 1> parts;
  if (!mayHold(type))
    return parts;
  Place to = place(id);
  auto add = [&](uint32_t offset) {
    if (to.objects.size() == 1) {
      parts.push_back({offset, solver.content(to.objects.front(), stepTo(to, offset))});
      return;
    }
    NodeId node = solver.addNode();
    write(to, offset, node);
    parts.push_back({offset, node});
  };
  if (isRecordLike(type))
    for (uint32_t offset : layouts.pointers(type))
      add(offset);
  else
    add(0);
  return parts;
}

PointsToBuilder::Arguments PointsToBuilder::argumentsOf(const Call &s) {
  Arguments result;
  for (ExprId argument : function->list(s.args))
    result.actuals.push_back(actualOf(argument));
  if (!s.dst)
    return result;
  ProgTypeId type = typeOf(s.dst);
  result.results = receiversAt(s.dst, type);
  if (type && program.types()[type].kind == TypeKind::Pointer)
    result.resultPointee = program.types()[type].inner;
  return result;
}

void PointsToBuilder::addCall(uint32_t index, const Call &s) {
  Arguments arguments = argumentsOf(s);
  CallPoint at{current, StmtId(index)};
  if (s.calleeKind == CalleeKind::Direct && s.function) {
    for (ProgFuncId target : program.resolve(current, s.function))
      connectTarget(at, arguments, target);
    return;
  }
  if (s.calleeKind == CalleeKind::Virtual) {
    ProgRecordId record = program.resolve(current, s.record);
    llvm::SmallVector<ProgFuncId, 1> methods;
    if (s.function)
      methods.assign(program.resolve(current, s.function).begin(), program.resolve(current, s.function).end());
    else if (ProgFuncId method = classes.methodAt(record, s.slot))
      methods.push_back(method);
    for (ProgFuncId method : methods)
      connectGroup(arguments, virtualGroup(record, method));
    return;
  }
  NodeId pointer = value(s.pointer);
  ProgTypeId signature;
  if (ProgTypeId type = typeOf(s.pointer); type && program.types()[type].kind == TypeKind::Pointer)
    signature = program.types()[type].inner;
  if (signature && program.types()[signature].kind != TypeKind::Function)
    signature = {};
  if (pointer == Solver::None)
    pointer = solver.addNode(); // nothing flows here, but a signature may still match
  addSite({at, SiteKind::Indirect, 0, pointer, signature, std::move(arguments), {}, Solver::None});
}

void PointsToBuilder::addSite(Site site) {
  sites.push_back(std::move(site));
  solver.addCall(sites.back().pointer, sites.size() - 1);
}

void PointsToBuilder::connectTarget(const CallPoint &at, const Arguments &arguments, ProgFuncId target) {
  if (program.hasBody(target)) {
    if (wrappers[target.index].isWrapper)
      connectWrapper(at, arguments, target);
    else
      connect(arguments, target);
    return;
  }
  if (const LibraryEffect *effect = library.find(target))
    connectLibrary(at, arguments, *effect);
  else
    connectUnknown(at, arguments, target);
}

void PointsToBuilder::connect(const Arguments &arguments, ProgFuncId target) {
  isCalled[target.index] = true;
  for (uint32_t i = 0; i < arguments.actuals.size(); ++i)
    connectParameter(arguments.actuals[i], target, i);
  VarId result = program.function(target).returnVar;
  if (!result)
    return;
  for (const Part &part : arguments.results)
    solver.addCopy(solver.content(objectOf(target, result), {part.offset}), part.node);
}

void PointsToBuilder::connectParameter(const Actual &actual, ProgFuncId target, uint32_t index) {
  const Function &body = program.function(target);
  if (index >= body.params.size()) {
    bool isVariadic = body.type && program.moduleOf(target)[body.type].isVariadic;
    for (const Part &part : actual.parts)
      if (isVariadic)
        solver.addCopy(part.node, solver.content(varArgs(target), {}));
    return;
  }
  VarId param = body.params[index];
  ObjectId object = objectOf(target, param);
  for (const Part &part : actual.parts) {
    NodeId inside = solver.content(object, {part.offset});
    solver.addCopy(part.node, inside);
    if (body[param].byReference) // the parameter is the caller's object
      write(actual.place, part.offset, inside);
  }
}

// The wrapper's own memory is its result nowhere; each call makes an object.
void PointsToBuilder::connectWrapper(const CallPoint &at, const Arguments &arguments, ProgFuncId target) {
  Arguments inner = arguments;
  inner.results.clear();
  connect(inner, target);
  NodeId fresh = newObject(at, arguments.resultPointee, wrappers[target.index].isFilled);
  returnNode(arguments, fresh);
  int resized = wrappers[target.index].reallocates;
  if (resized < 0 || size_t(resized) >= arguments.actuals.size())
    return;
  for (const Part &old : arguments.actuals[resized].parts) {
    addBlockCopy(fresh, old.node);
    for (const Part &part : arguments.results)
      solver.addCopy(old.node, part.node);
  }
}

static bool returnsNewMemory(const Function &function) {
  return llvm::any_of(function.attrs.ownership, [](const OwnershipAttr &attr) {
    return attr.kind == OwnershipAttrKind::Malloc || attr.kind == OwnershipAttrKind::Returns;
  });
}

void PointsToBuilder::connectUnknown(const CallPoint &at, const Arguments &arguments, ProgFuncId target) {
  escapeArguments(arguments);
  if (returnsNewMemory(program.function(target)))
    returnNode(arguments, newObject(at, arguments.resultPointee, /*isFilled=*/false)); // as the attribute says
  else
    returnNode(arguments, solver.externalNode());
  addMayCalls(at, arguments);
}

void PointsToBuilder::escapeArguments(const Arguments &arguments) {
  for (const Actual &actual : arguments.actuals)
    for (const Part &part : actual.parts)
      solver.addCopy(part.node, solver.escapeNode());
}

void PointsToBuilder::callUnknown(const Arguments &arguments) {
  escapeArguments(arguments);
  returnNode(arguments, solver.externalNode());
}

// What escapes is exposed already; this records who may call it.
void PointsToBuilder::addMayCalls(const CallPoint &at, const Arguments &arguments) {
  for (const Actual &actual : arguments.actuals)
    if (actual.isFunctionPointer && !actual.parts.empty())
      addSite({at, SiteKind::MayCall, 0, actual.parts.front().node, {}, {}, {}, Solver::None});
}

bool PointsToBuilder::canCall(const Site &site, ProgFuncId id) const {
  if (site.kind != SiteKind::Indirect)
    return true;
  const Function &target = program.function(id);
  if (program.hasBody(id))
    return target.params.size() <= site.arguments.actuals.size();
  return !target.type || program.moduleOf(id)[target.type].params.size() <= site.arguments.actuals.size();
}

void PointsToBuilder::handleCall(uint32_t index, ObjectId object) {
  if (object == Solver::External) {
    callUnknown(sites[index].arguments);
    return;
  }
  ProgFuncId target = functionOf(object);
  if (!canCall(sites[index], target) || !seenTargets.insert(uint64_t(index) << 32 | target.index).second)
    return;
  sites[index].found.push_back(target);
  CallPoint at = sites[index].at;
  if (sites[index].kind == SiteKind::MayCall)
    return;
  // A copy: the target may be a library function whose own callbacks are sites too.
  Arguments arguments = sites[index].arguments;
  if (program.hasBody(target))
    connect(arguments, target);
  else
    connectTarget(at, arguments, target);
}

uint32_t PointsToBuilder::virtualGroup(ProgRecordId record, ProgFuncId method) {
  auto [entry, isNew] = virtualGroups.try_emplace({record, method}, groups.size());
  if (isNew) {
    groups.emplace_back();
    if (record)
      groups.back().targets = classes.virtualTargets(record, method);
    else
      groups.back().targets = {{method, 0}};
    for (const ClassHierarchy::Target &target : groups.back().targets)
      isCalled[target.function.index] = true;
  }
  return entry->second;
}

void PointsToBuilder::connectGroup(const Arguments &arguments, uint32_t index) {
  Group &group = groups[index];
  auto nodeIn = [&](auto &nodes, auto key, auto connectTo) {
    auto [entry, isNew] = nodes.try_emplace(key, Solver::None);
    if (isNew) {
      NodeId node = entry->second = solver.addNode();
      for (const ClassHierarchy::Target &target : group.targets)
        connectTo(target, node);
    }
    return entry->second;
  };
  for (uint32_t i = 0; i < arguments.actuals.size(); ++i)
    for (const Part &part : arguments.actuals[i].parts) {
      NodeId node = nodeIn(group.arguments, std::pair(i, part.offset),
                           [&](const auto &to, NodeId made) { connectGroupArgument(to, i, part.offset, made); });
      solver.addCopy(part.node, node);
    }
  for (const Part &part : arguments.results) {
    NodeId node = nodeIn(group.results, part.offset,
                         [&](const auto &from, NodeId made) { connectGroupResult(from, part.offset, made); });
    solver.addCopy(node, part.node);
  }
  if (group.targets.empty())
    callUnknown(arguments);
}

void PointsToBuilder::connectGroupArgument(const ClassHierarchy::Target &target, uint32_t index, uint32_t offset,
                                           NodeId node) {
  NodeId moved = index == 0 ? solver.offset(node, {target.thisAdjustment}) : node;
  if (program.hasBody(target.function))
    connectParameter({{{offset, moved}}, {}, false, {}, {}}, target.function, index);
  else if (!isHarmless(target.function))
    solver.addCopy(moved, solver.escapeNode());
}

void PointsToBuilder::connectGroupResult(const ClassHierarchy::Target &target, uint32_t offset, NodeId node) {
  VarId result = program.function(target.function).returnVar;
  if (!program.hasBody(target.function))
    solver.addCopy(solver.externalNode(), node);
  else if (result)
    solver.addCopy(solver.content(objectOf(target.function, result), {offset}), node);
}

// Whether what flows to the call may not be all. In a coarse solution memory of all types is seen by field alone, so
// what comes out of there is not trusted to be complete.
bool PointsToBuilder::isOpen(const Site &site) const {
  bool isHidden = solver.isCoarse() && solver.mayBeExternal(site.pointer);
  return isHidden || (site.kind == SiteKind::Indirect && site.found.empty());
}

// The fallback: no function flows to the call, so any address-taken function that fits may be called.
bool PointsToBuilder::resolveBySignature() {
  bool grew = false;
  for (uint32_t s = 0; s < sites.size(); ++s) {
    if (sites[s].group != Solver::None || !isOpen(sites[s]))
      continue;
    uint32_t group = sites[s].group = signatureGroup(sites[s]);
    grew = true;
    if (sites[s].kind != SiteKind::MayCall)
      connectGroup(sites[s].arguments, group);
  }
  return grew;
}

// Addresses are taken by expressions and initial values, so all of them are known before the first solution.
void PointsToBuilder::findAddressTaken() {
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    ProgFuncId id(f);
    if (!solver.isAddressTaken(objectOf(id)))
      continue;
    taken.push_back(id);
    ProgTypeId type = program.resolve(id, program.function(id).type);
    if (!type)
      continue;
    takenByType[type].push_back(id);
    takenByShape[program.types().shape(type)].push_back(id);
  }
}

static constexpr uint32_t AnyArity = ~0u;

bool PointsToBuilder::hasArity(ProgFuncId id, uint32_t arity) const {
  ProgTypeId type = program.resolve(id, program.function(id).type);
  if (arity == AnyArity || !type)
    return true;
  size_t count = program.types()[type].params.size();
  return count == arity || (count < arity && program.types()[type].isVariadic);
}

// Functions whose type is exactly the pointer's; without them those that are passed the same way; and if the pointer
// has no prototype, those that take as many arguments.
uint32_t PointsToBuilder::signatureGroup(const Site &site) {
  if (site.kind == SiteKind::MayCall)
    return arityGroup(AnyArity);
  uint32_t arity = site.arguments.actuals.size();
  bool hasPrototype = site.signature && (arity == 0 || !program.types()[site.signature].params.empty());
  if (!hasPrototype)
    return arityGroup(arity);
  if (auto exact = takenByType.find(site.signature); exact != takenByType.end()) {
    auto [entry, isNew] = typeGroups.try_emplace(site.signature, 0);
    if (isNew)
      entry->second = addGroup(exact->second);
    return entry->second;
  }
  std::string shape = program.types().shape(site.signature);
  auto [entry, isNew] = shapeGroups.try_emplace(shape, 0);
  if (isNew)
    entry->second = addGroup(takenByShape.lookup(shape));
  return entry->second;
}

uint32_t PointsToBuilder::arityGroup(uint32_t arity) {
  auto [entry, isNew] = arityGroups.try_emplace(arity, 0);
  if (!isNew)
    return entry->second;
  std::vector<ProgFuncId> targets;
  llvm::copy_if(taken, std::back_inserter(targets), [&](ProgFuncId id) { return hasArity(id, arity); });
  return entry->second = addGroup(targets);
}

uint32_t PointsToBuilder::addGroup(llvm::ArrayRef<ProgFuncId> targets) {
  groups.emplace_back();
  for (ProgFuncId target : targets) {
    groups.back().targets.push_back({target, 0});
    isCalled[target.index] = true;
  }
  return groups.size() - 1;
}

// Nobody here calls it: it is dead, or code elsewhere does.
void PointsToBuilder::exposeUncalled() {
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    if (!isCalled[f])
      exposeFunction(ProgFuncId(f));
}

} // namespace custody::program
