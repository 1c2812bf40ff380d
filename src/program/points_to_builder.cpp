// Statements and expressions become constraints here; calls in points_to_calls.cpp.
//
// Places are evaluated to an object (or the pointer that designates it) and a byte offset. Array indices add nothing:
// the elements of an array share a location. Values that cannot hold a pointer (small integers, floating point) make no
// nodes, which is most of a program.
#include "program/points_to_builder.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

using namespace ir;

// Real programs need 5 to 400 steps a node (docs/program.md); a budget of some multiple is reached by none of them.
static constexpr uint64_t BaseBudget = 20'000'000, BudgetPerNode = 1000;

PointsToBuilder::PointsToBuilder(const Program &program, const ClassHierarchy &classes, const Layouts &layouts,
                                 const LibraryModel &library, std::optional<uint64_t> budget)
    : program(program), classes(classes), layouts(layouts), library(library),
      wrappers(findAllocWrappers(program, library)),
      solver(
          program, layouts, [this](uint32_t site, ObjectId id) { handleCall(site, id); },
          [this](ObjectId id) { exposeFunction(functionOf(id)); }),
      budget(budget), isCalled(program.numFunctions()), exceptionNode(solver.addNode()) {}

PointsTo PointsToBuilder::run() {
  addObjects();
  reserveFunctions();
  addGlobals();
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    if (program.hasBody(ProgFuncId(f)))
      addFunction(ProgFuncId(f));
  findAddressTaken();
  solver.setBudget(budget.value_or(BaseBudget + BudgetPerNode * solver.numNodes()));
  substituteVariables();
  solver.solve();
  // From here on the flow of functions is known as far as the program shows it.
  resolveBySignature();
  exposeUncalled();
  do
    solver.solve();
  while (resolveBySignature());
  return finish();
}

// Variables whose address nobody has get their values from statements, all of which have been seen; except that calls
// through pointers assign their results later.
void PointsToBuilder::substituteVariables() {
  llvm::DenseSet<NodeId> isOpenNode;
  for (const Site &site : sites) {
    for (const Part &part : site.arguments.results)
      isOpenNode.insert(part.node);
    for (const Actual &actual : site.arguments.actuals) // passed by reference, perhaps
      for (ObjectId object : actual.place.objects)
        for (uint32_t offset : solver.offsets(object))
          isOpenNode.insert(solver.findContent(object, offset));
  }
  std::vector<NodeId> closed;
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    const Function &body = program.function(ProgFuncId(f));
    for (uint32_t v = 0; v < body.vars.size(); ++v) {
      ObjectId object = objectOf(ProgFuncId(f), VarId(v));
      if (body.vars[v].kind == VarKind::Param || solver.isAddressTaken(object))
        continue;
      for (uint32_t offset : solver.offsets(object))
        if (NodeId node = solver.findContent(object, offset); !isOpenNode.contains(node))
          closed.push_back(node);
    }
  }
  solver.substitute(closed);
}

ObjectId PointsToBuilder::addObject(ObjectInfo info, Solver::ObjectKind kind) {
  objects.push_back(info);
  return solver.addObject(kind, isRaw(program.types(), info.type) ? ProgTypeId() : info.type);
}

void PointsToBuilder::addObjects() {
  objects.push_back({}); // External, which the solver has already
  addGlobalObjects();
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    addObject({ObjectSort::Function, ProgFuncId(f), f, {}}, Solver::ObjectKind::Function);
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    varBase.push_back(objects.size());
    const Function &body = program.function(ProgFuncId(f));
    for (uint32_t v = 0; v < body.vars.size(); ++v)
      addObject({ObjectSort::Variable, ProgFuncId(f), v, program.resolve(ProgFuncId(f), body.vars[v].type)});
  }
}

// Virtual calls are resolved by the class hierarchy; following the tables too would make every virtual function one
// whose address is taken.
static bool isVirtualTable(llvm::StringRef name) {
  return name.starts_with("_ZTV") || name.starts_with("_ZTT") || name.starts_with("_ZTC");
}

void PointsToBuilder::reserveFunctions() {
  auto reserve = [&](llvm::ArrayRef<ProgFuncId> targets) {
    for (ProgFuncId target : targets)
      solver.reserveLocation(objectOf(target));
  };
  for (uint32_t g = 0; g < program.numGlobals(); ++g)
    for (const InitValue &init : program.global(ProgGlobalId(g)).init)
      if (init.kind == InitKind::FuncAddr && !isVirtualTable(program.linkName(ProgGlobalId(g))))
        reserve(program.resolve(program[ProgGlobalId(g)].module, FuncId(init.entity)));
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    for (const Expr &e : program.function(ProgFuncId(f)).exprs)
      if (e.kind == ExprKind::FuncAddr)
        reserve(program.resolve(ProgFuncId(f), e.func()));
}

// Bytes that never change hold no pointers, though pointers to them go everywhere.
static bool isByteConstant(const Global &global, bool isRawType) {
  bool isAddress = llvm::any_of(global.init, [](const InitValue &init) {
    return init.kind == InitKind::FuncAddr || init.kind == InitKind::GlobalAddr;
  });
  return global.isConstant && global.isDefined && global.isInitKnown && isRawType && !isAddress;
}

// String literals, which nobody declares, are one object: there are thousands, and nobody compares their addresses.
void PointsToBuilder::addGlobalObjects() {
  for (uint32_t g = 0; g < program.numGlobals(); ++g) {
    ProgGlobalId id(g);
    const Global &global = program.global(id);
    ProgTypeId type = program.resolve(program[id].module, global.type);
    bool isBytes = isByteConstant(global, type && isRaw(program.types(), type));
    bool isLiteral = isBytes && global.linkage == Linkage::Internal && global.loc == Loc();
    ObjectId object =
        addObject({ObjectSort::Global, {}, g, type}, isBytes ? Solver::ObjectKind::Bytes : Solver::ObjectKind::Memory);
    if (isLiteral && literals == Solver::None)
      literals = object;
    globalObjects.push_back(isLiteral ? literals : object);
  }
}

ObjectId PointsToBuilder::statementObject(ObjectSort sort, ProgFuncId in, uint32_t stmt, ProgTypeId type) {
  // Memory of unknown use has no type to normalise by.
  if (type && program.types()[type].size == 0)
    type = {};
  auto [entry, isNew] = statementObjects.try_emplace(uint64_t(in.index) << 32 | stmt, 0);
  if (isNew)
    entry->second = addObject({sort, in, stmt, type});
  return entry->second;
}

ObjectId PointsToBuilder::varArgs(ProgFuncId id) {
  auto [entry, isNew] = varArgObjects.try_emplace(id, 0);
  if (isNew)
    entry->second = addObject({ObjectSort::VarArgs, id, 0, {}});
  return entry->second;
}

void PointsToBuilder::addGlobals() {
  for (uint32_t g = 0; g < program.numGlobals(); ++g) {
    ProgGlobalId id(g);
    const Global &global = program.global(id);
    if (isVirtualTable(program.linkName(id)))
      continue;
    addInitialValues(id);
    bool isOpen = !program.isClosed() && global.linkage != Linkage::Internal && !global.isConstant;
    if (!program[id].isDefined || isOpen)
      solver.escape(objectOf(id));
    else if (!global.isInitKnown && mayHold(objects[objectOf(id)].type))
      solver.addCopy(solver.externalNode(), solver.content(objectOf(id), {}));
  }
}

void PointsToBuilder::addInitialValues(ProgGlobalId id) {
  ModuleId home = program[id].module;
  for (const InitValue &init : program.global(id).init) {
    if (init.kind == InitKind::FuncAddr) {
      NodeId node = solver.content(objectOf(id), {int64_t(init.offset)});
      for (ProgFuncId target : program.resolve(home, FuncId(init.entity)))
        solver.addAddress(node, objectOf(target), {});
    } else if (init.kind == InitKind::GlobalAddr) {
      NodeId node = solver.content(objectOf(id), {int64_t(init.offset)});
      for (ProgGlobalId target : program.resolve(home, GlobalId(init.entity)))
        solver.addAddress(node, objectOf(target), {init.value});
    }
  }
}

void PointsToBuilder::addFunction(ProgFuncId id) {
  current = id;
  function = &program.function(id);
  module = &program.moduleOf(id);
  memo.assign(function->exprs.size(), Solver::None - 1);
  for (uint32_t s = 0; s < function->stmts.size(); ++s)
    addStatement(s, function->stmts[s]);
  bool isEntry = program.linkName(id) == "main";
  bool isOpen = !program.isClosed() && function->linkage != Linkage::Internal;
  if (isEntry || isOpen)
    exposeFunction(id);
}

void PointsToBuilder::exposeFunction(ProgFuncId id) {
  if (!program.hasBody(id))
    return;
  isCalled[id.index] = true;
  const Function &body = program.function(id);
  auto forEachPart = [&](VarId var, auto visit) {
    ObjectId object = objectOf(id, var);
    ProgTypeId type = objects[object].type;
    if (!mayHold(type))
      return;
    if (!isRecordLike(type)) {
      visit(solver.content(object, {}));
      return;
    }
    for (uint32_t offset : layouts.pointers(type))
      visit(solver.content(object, {offset}));
  };
  for (VarId param : body.params)
    forEachPart(param, [&](NodeId node) { solver.addCopy(solver.externalNode(), node); });
  if (body.returnVar)
    forEachPart(body.returnVar, [&](NodeId node) { solver.addCopy(node, solver.escapeNode()); });
  if (varArgObjects.count(id))
    solver.escape(varArgs(id));
}

void PointsToBuilder::addStatement(uint32_t index, const Stmt &stmt) {
  auto typeId = [&](TypeId local) { return program.resolve(current, local); };
  std::visit(Overloaded{
                 [&](const Assign &s) { addAssign(s); },
                 [&](const Copy &s) { addCopyStatement(s); },
                 [&](const Alloc &s) { addNew(index, s.dst, typeId(s.type), ObjectSort::Heap); },
                 [&](const Realloc &s) { addRealloc(index, s); },
                 [&](const StackAlloc &s) { addNew(index, s.dst, {}, ObjectSort::Stack); },
                 [&](const Call &s) { addCall(index, s); },
                 [&](const Throw &s) {
                   if (NodeId thrown = value(s.exception); thrown != Solver::None)
                     solver.addCopy(thrown, exceptionNode);
                 },
                 [&](const Catch &s) {
                   if (!s.dst)
                     return;
                   write(place(s.dst), 0, exceptionNode);
                   write(place(s.dst), 0, solver.externalNode());
                 },
                 [&](const VaOp &s) { addVaOp(s); },
                 [&](const Unknown &s) { addUnknown(s); },
                 [&](const auto &) {},
             },
             stmt.op);
}

void PointsToBuilder::addAssign(const Assign &s) {
  if (!mayHold(typeOf(s.place)))
    return;
  NodeId node = value(s.value);
  if (node != Solver::None)
    write(place(s.place), 0, node);
}

void PointsToBuilder::addCopyStatement(const Copy &s) {
  ProgTypeId type = isRaw(program.types(), typeOf(s.dst)) ? typeOf(s.src) : typeOf(s.dst);
  Place to = place(s.dst), from = place(s.src);
  if (isRaw(program.types(), type)) {
    NodeId toAddress = addressOf(to), fromAddress = addressOf(from);
    if (toAddress != Solver::None && fromAddress != Solver::None)
      addBlockCopy(toAddress, fromAddress);
    return;
  }
  for (uint32_t offset : layouts.pointers(type))
    if (NodeId node = read(from, offset); node != Solver::None)
      write(to, offset, node);
}

void PointsToBuilder::addNew(uint32_t index, ExprId dst, ProgTypeId type, ObjectSort sort) {
  ObjectId object = statementObject(sort, current, index, type);
  if (dst)
    write(place(dst), 0, solver.address(object, {}));
}

void PointsToBuilder::addRealloc(uint32_t index, const Realloc &s) {
  ProgTypeId type = s.dst ? typeOf(s.dst) : ProgTypeId();
  if (type && program.types()[type].kind == TypeKind::Pointer)
    type = program.types()[type].inner;
  else
    type = {};
  ObjectId object = statementObject(ObjectSort::Heap, current, index, type);
  NodeId fresh = solver.address(object, {});
  NodeId old = value(s.old);
  if (old != Solver::None)
    addBlockCopy(fresh, old);
  if (!s.dst)
    return;
  write(place(s.dst), 0, fresh);
  if (old != Solver::None)
    write(place(s.dst), 0, old);
}

// A va_list holds the address of an object that holds every variable argument of the function that started it.
void PointsToBuilder::addVaOp(const VaOp &s) {
  Place list = place(s.list);
  switch (s.kind) {
  case VaKind::Start:
    write(list, 0, solver.address(varArgs(current), {}));
    return;
  case VaKind::Arg:
    if (NodeId node = read(list, 0); node != Solver::None && s.dst)
      write(place(s.dst), 0, solver.load(node, {}));
    return;
  case VaKind::Copy:
    if (NodeId node = read(list, 0); node != Solver::None && s.dst)
      write(place(s.dst), 0, node);
    return;
  case VaKind::End:
    return;
  }
}

void PointsToBuilder::addUnknown(const Unknown &s) {
  for (ExprId touched : function->list(s.touches))
    if (NodeId node = value(touched); node != Solver::None)
      solver.addCopy(node, solver.escapeNode());
  if (s.dst)
    write(place(s.dst), 0, solver.externalNode());
}

void PointsToBuilder::addBlockCopy(NodeId to, NodeId from) {
  solver.addBlockCopy(to, from, addObject({}, Solver::ObjectKind::Block));
}

ProgTypeId PointsToBuilder::typeOf(ExprId id) const {
  return id ? program.resolve(current, (*function)[id].type) : ProgTypeId();
}

bool PointsToBuilder::isRecordLike(ProgTypeId type) const {
  if (!type)
    return false;
  TypeKind kind = program.types()[type].kind;
  return kind == TypeKind::Record || kind == TypeKind::Array || kind == TypeKind::MemberPointer;
}

bool PointsToBuilder::mayHold(ProgTypeId type) const {
  return mayHoldPointer(program.types(), type, 8);
}

NodeId PointsToBuilder::value(ExprId id) {
  if (!id)
    return Solver::None;
  NodeId &known = memo[id.index];
  if (known != Solver::None - 1)
    return known;
  NodeId node = mayHold(typeOf(id)) ? makeValue((*function)[id]) : Solver::None;
  return memo[id.index] = node;
}

NodeId PointsToBuilder::makeValue(const Expr &e) {
  switch (e.kind) {
  case ExprKind::FuncAddr: {
    NodeId node = Solver::None;
    for (ProgFuncId target : program.resolve(current, e.func()))
      node = join(node, solver.address(objectOf(target), {}));
    return node;
  }
  case ExprKind::Load:
    return read(place(e.a), 0);
  case ExprKind::AddrOf:
    return addressOf(place(e.a));
  case ExprKind::Unary:
    return value(e.a);
  case ExprKind::Binary: {
    // Pointers as integers: masked, tagged, moved by a constant.
    bool isMove = e.op == Op::Add || e.op == Op::Sub;
    if (isMove && (*function)[e.b].kind == ExprKind::Int) {
      NodeId base = value(e.a);
      return base == Solver::None ? base : solver.offset(base, {movement(e.op, (*function)[e.b].imm)});
    }
    if (isMove || e.op == Op::And || e.op == Op::Or || e.op == Op::Xor)
      return join(value(e.a), value(e.b));
    return Solver::None;
  }
  case ExprKind::Cast:
    return e.op == Op::Trunc || e.op == Op::FloatCast ? Solver::None : value(e.a);
  case ExprKind::Select:
    return join(value(e.b), value(e.c));
  case ExprKind::Unknown:
    return solver.externalNode();
  default:
    return Solver::None;
  }
}

NodeId PointsToBuilder::join(NodeId a, NodeId b) {
  if (a == Solver::None || a == b)
    return b;
  if (b == Solver::None)
    return a;
  NodeId node = solver.addNode();
  solver.addCopy(a, node);
  solver.addCopy(b, node);
  return node;
}

PointsToBuilder::Place PointsToBuilder::place(ExprId id) {
  Place result;
  result.path = pathOf(program, current, id);
  ProgTypeId leaf = layouts.element(typeOf(id));
  result.isScalar = leaf && !isRecordLike(leaf) && mayHold(leaf);
  const Expr &root = (*function)[result.path.root];
  if (root.kind == ExprKind::Var)
    result.objects.push_back(objectOf(current, root.var()));
  else if (root.kind == ExprKind::Global)
    for (ProgGlobalId target : program.resolve(current, root.global()))
      result.objects.push_back(objectOf(target));
  else if (root.kind == ExprKind::Deref)
    result.pointer = value(root.a);
  return result;
}

Solver::Step PointsToBuilder::stepTo(const Place &to, int64_t offset) {
  return solver.step(to.path.seenAs, to.path.inSeen + offset, to.path.offset + offset);
}

NodeId PointsToBuilder::read(const Place &from, int64_t offset) {
  if (from.pointer != Solver::None)
    return solver.load(from.pointer, stepTo(from, offset));
  NodeId node = Solver::None;
  for (ObjectId object : from.objects)
    node = join(node, solver.content(object, stepTo(from, offset)));
  return node;
}

void PointsToBuilder::write(const Place &to, int64_t offset, NodeId node) {
  if (to.pointer != Solver::None)
    solver.addStore(to.pointer, stepTo(to, offset), node);
  for (ObjectId object : to.objects)
    solver.addCopy(node, solver.content(object, stepTo(to, offset)));
}

// The address of a record says nothing about fields: that does the type of the pointer that uses it.
NodeId PointsToBuilder::addressOf(const Place &of) {
  Solver::Step step{of.path.offset};
  if (of.isScalar)
    step = stepTo(of, 0);
  if (of.pointer != Solver::None)
    return solver.offset(of.pointer, step);
  NodeId node = Solver::None;
  for (ObjectId object : of.objects)
    node = join(node, solver.address(object, step));
  return node;
}

} // namespace custody::program
