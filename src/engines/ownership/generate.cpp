#include "engines/ownership/generator.h"
#include "engines/ownership/library.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

OwnVar Generator::fresh(SlotId slot) {
  const OwnVar variable = system.numVariables++;
  system.versions.push_back({slot, stmt, static_cast<uint32_t>(holders.size()), false});
  holders.emplace_back();
  if (slot)
    holders.back().push_back(slot);
  return variable;
}

OwnVar Generator::freshLike(OwnVar other, SlotId slot) {
  const OwnVar variable = system.numVariables++;
  Version version = system.versions[other];
  version.slot = slot;
  version.stmt = stmt;
  system.versions.push_back(version);
  if (slot)
    holders[version.value].push_back(slot);
  return variable;
}

OwnVar Generator::freshNull(SlotId slot) {
  const OwnVar variable = fresh(slot);
  system.versions[variable].isNull = true;
  return variable;
}

Constraint &Generator::require(OwnConstraint::Kind kind, OwnVar source, llvm::ArrayRef<OwnVar> targets, Cause cause,
                               Rank rank) {
  Constraint constraint;
  constraint.what = {kind, source, llvm::SmallVector<OwnVar, 2>(targets)};
  constraint.cause = cause;
  constraint.rank = rank;
  constraint.stmt = stmt;
  system.constraints.push_back(std::move(constraint));
  return system.constraints.back();
}

void Generator::write(SlotId slot, OwnVar variable) {
  current[block][slot] = variable;
  holders[system.versions[variable].value].push_back(slot);
}

// What a slot is when the function begins. Formals of it are collected in finish().
OwnVar Generator::entryVersion(SlotId slot) {
  auto at = entries.find(slot);
  if (at == entries.end())
    at = entries.try_emplace(slot, enter(slot)).first;
  return at->second;
}

// A smart pointer that the function gets, or that is in an object that it gets, owns what it points to.
OwnVar Generator::enter(SlotId slot) {
  const OwnVar variable = fresh(slot);
  const Slot &what = places.slots()[slot.index];
  if (function[what.root].kind == VarKind::Param &&
      ownsByType(task.model.program, task.model.specs.store(), what.field)) {
    Constraint &entered = require(OwnConstraint::Kind::One, variable, {}, Cause::Entered, Rank::Constant);
    entered.stmt = {};
    entered.slot = slot;
  }
  return variable;
}

bool Generator::isNullOnEdge(const EdgeId &edge, SlotId slot) const {
  auto at = nullOnEdge.find({edge.from, edge.index});
  return at != nullOnEdge.end() && llvm::is_contained(at->second, slot);
}

OwnVar Generator::readAt(uint32_t start, SlotId slot) {
  std::vector<uint32_t> passed;
  OwnVar result;
  for (uint32_t at = start;;) {
    if (auto known = current[at].find(slot); known != current[at].end()) {
      result = known->second;
      break;
    }
    passed.push_back(at);
    if (at == 0 && predecessors[at].empty()) {
      result = entryVersion(slot);
      break;
    }
    if (at != 0 && predecessors[at].size() == 1) {
      if (isNullOnEdge(predecessors[at].front(), slot)) {
        result = freshNull(slot);
        system.versions[result].isTested = true;
        break;
      }
      at = predecessors[at].front().from;
      continue;
    }
    result = fresh(slot);
    pending.push_back({at, slot, result});
    break;
  }
  for (uint32_t at : passed)
    current[at][slot] = result;
  return result;
}

bool Generator::endsEarly(uint32_t index) const {
  const Block &b = function.blocks[index];
  for (uint32_t i = 0; i < b.stmtCount; ++i) {
    const StmtId at(b.firstStmt + i);
    if (std::holds_alternative<Call>(function[at].op) && task.model.noReturn(task.id, at))
      return true;
  }
  return false;
}

// Blocks in reverse postorder, without what only exceptions reach and what comes after calls that never return.
std::vector<uint32_t> Generator::reachableOrder() {
  std::vector<uint32_t> order;
  struct Frame {
    uint32_t block;
    uint32_t next;
  };
  std::vector<Frame> stack = {{0, 0}};
  isReached[0] = true;
  while (!stack.empty()) {
    Frame &frame = stack.back();
    const Term &term = function.blocks[frame.block].term;
    if (frame.next == 0 && endsEarly(frame.block))
      frame.next = term.edges.size();
    if (frame.next == term.edges.size()) {
      order.push_back(frame.block);
      stack.pop_back();
      continue;
    }
    const uint32_t index = frame.next++;
    const Edge &edge = term.edges[index];
    if (edge.kind == EdgeKind::Unwind && !task.options.exceptions)
      continue;
    predecessors[edge.to.index].push_back({frame.block, index});
    if (!isReached[edge.to.index]) {
      isReached[edge.to.index] = true;
      stack.push_back({edge.to.index, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

void Generator::setNullOnEdge(uint32_t from, uint32_t edge, OwnVar tested) {
  std::vector<SlotId> &slots = nullOnEdge[{from, edge}];
  const uint32_t value = system.versions[tested].value;
  // By value: reading may make versions, and versions make holders.
  const std::vector<SlotId> candidates = holders[value];
  for (SlotId slot : candidates)
    if (!llvm::is_contained(slots, slot) && system.versions[readAt(from, slot)].value == value)
      slots.push_back(slot);
  if (auto kept = keptIfNull.find(value); kept != keptIfNull.end())
    slots.push_back(kept->second);
}

// `if p == null`, `if p != &buffer`: the edge on which p owns nothing that could be lost.
void Generator::testPointers(uint32_t at) {
  const Term &term = function.blocks[at].term;
  if (term.kind != TermKind::Branch)
    return;
  const Expr &condition = function[term.value];
  if (condition.kind != ExprKind::Binary || (condition.op != Op::Eq && condition.op != Op::Ne))
    return;
  const uint32_t edge = condition.op == Op::Eq ? 0 : 1;
  const Source a = places.sourceOf(condition.a), b = places.sourceOf(condition.b);
  if (a.kind == Source::Kind::Slot)
    setNullOnEdge(at, edge, readAt(at, a.slot));
  if (b.kind == Source::Kind::Slot)
    setNullOnEdge(at, edge, readAt(at, b.slot));
}

// A call that never returns: what the function still owns is lost with the program.
void Generator::abort() {
  for (uint32_t i = 0; task.options.abortLeaks && i < places.slots().size(); ++i) {
    const SlotId slot(i);
    if (!places.slots()[i].isBehind && !system.versions[read(slot)].isNull)
      require(OwnConstraint::Kind::Zero, read(slot), {}, Cause::Aborted, Rank::Uncommon).slot = slot;
  }
}

void Generator::walk(uint32_t index) {
  block = index;
  const Block &b = function.blocks[index];
  if (index != 0 && predecessors[index].size() == 1) {
    const EdgeId edge = predecessors[index].front();
    if (auto nulls = nullOnEdge.find({edge.from, edge.index}); nulls != nullOnEdge.end())
      for (SlotId slot : nulls->second) {
        current[index][slot] = freshNull(slot);
        system.versions[current[index][slot]].isTested = true;
      }
  }
  for (uint32_t i = 0; i < b.stmtCount; ++i) {
    stmt = StmtId(b.firstStmt + i);
    std::visit([&](const auto &op) { visit(op); }, function[stmt].op);
    if (std::holds_alternative<Call>(function[stmt].op) && task.model.noReturn(task.id, stmt))
      return abort();
  }
  if (b.term.kind == TermKind::Resume)
    loseUnfinished();
  testPointers(index);
}

// A constructor that throws: there is no object, no destructor runs, and what its fields own is lost.
void Generator::loseUnfinished() {
  if (!isConstructor(function) || function.params.empty())
    return;
  for (SlotId slot : std::vector<SlotId>(places.behind(function.params.front())))
    if (places.slots()[slot.index].field.valid() && !system.versions[read(slot)].isNull)
      zero(read(slot), Cause::Ended, slot);
}

void Generator::joinEdge(const PendingJoin &join, const EdgeId &edge) {
  const Block &from = function.blocks[edge.from];
  stmt = from.stmtCount ? StmtId(from.firstStmt + from.stmtCount - 1) : StmtId();
  if (isNullOnEdge(edge, join.slot)) {
    joined[join.variable]; // null by a test: nothing that could be lost
    return;
  }
  const OwnVar incoming = readAt(edge.from, join.slot);
  joined[join.variable].push_back(incoming);
  if (incoming == join.variable || system.versions[incoming].isNull)
    return;
  const EdgeKind kind = from.term.edges[edge.index].kind;
  const bool isUncommon = kind == EdgeKind::Break || kind == EdgeKind::Continue || kind == EdgeKind::Goto;
  Constraint &constraint = require(OwnConstraint::Kind::Equal, join.variable, {incoming}, Cause::Joined,
                                   isUncommon ? Rank::Uncommon : Rank::Equality);
  constraint.order = std::max<uint32_t>(function.blocks[join.block].fanIn, predecessors[join.block].size());
  constraint.from = BlockId(edge.from);
  constraint.to = BlockId(join.block);
  constraint.slot = join.slot;
}

void Generator::join() {
  for (size_t i = 0; i < pending.size(); ++i) { // grows
    const PendingJoin join = pending[i];
    for (const EdgeId &edge : predecessors[join.block])
      joinEdge(join, edge);
    if (join.block == 0)
      require(OwnConstraint::Kind::Equal, join.variable, {entryVersion(join.slot)}, Cause::Joined, Rank::Equality)
          .slot = join.slot;
  }
}

// Formals, and what they are at each return.
void Generator::finish() {
  stmt = {};
  std::vector<uint32_t> returns;
  for (uint32_t i = 0; i < function.blocks.size(); ++i)
    if (isReached[i] && function.blocks[i].term.kind == TermKind::Return && !endsEarly(i))
      returns.push_back(i);
  auto formal = [&](const Formal &what, OwnVar variable) {
    system.formals.push_back(what);
    system.formalVariables.push_back(variable);
    system.left.push_back(Left::Known);
  };
  auto atReturns = [&](SlotId slot, OwnVar variable) {
    for (uint32_t b : returns) {
      const OwnVar value = readAt(b, slot);
      outs.push_back({static_cast<uint32_t>(system.formals.size() - 1), value});
      if (system.versions[value].isNull)
        continue;
      // Several returns are the widest of joins.
      Constraint &constraint = require(OwnConstraint::Kind::Equal, variable, {value}, Cause::Returned,
                                       returns.size() > 1 ? Rank::Uncommon : Rank::Equality);
      constraint.order = returns.size();
      constraint.from = BlockId(b);
      constraint.slot = slot;
      const Block &last = function.blocks[b];
      constraint.stmt = last.stmtCount ? StmtId(last.firstStmt + last.stmtCount - 1) : StmtId();
    }
  };
  system.isOpaque.resize(function.params.size());
  for (uint32_t i = 0; i < function.params.size(); ++i) {
    const VarId param = function.params[i];
    if (std::optional<SlotId> slot = places.find({param, false, 0, {}}); slot && places.isOwnable(function[param].type))
      formal({Formal::Kind::Param, i, 0, {}}, entryVersion(*slot));
    system.isOpaque[i] = !places.isEntryValue(param);
    if (system.isOpaque[i])
      continue;
    for (size_t k = 0; k < places.behind(param).size(); ++k) {
      const SlotId slot = places.behind(param)[k];
      const Slot what = places.slots()[slot.index];
      formal({Formal::Kind::In, i, what.offset, what.field}, entryVersion(slot));
      const OwnVar out = fresh(slot);
      formal({Formal::Kind::Out, i, what.offset, what.field}, out);
      atReturns(slot, out);
    }
  }
  if (function.returnVar && !places.isOwnable(function[function.returnVar].type))
    for (const SlotId slot : std::vector<SlotId>(places.within(function.returnVar))) {
      const Slot what = places.slots()[slot.index];
      if (!ownsByType(task.model.program, task.model.specs.store(), what.field))
        continue;
      const OwnVar out = fresh(slot);
      formal({Formal::Kind::Out, Formal::InResult, what.offset, what.field}, out);
      atReturns(slot, out);
    }
  if (function.returnVar && places.isOwnable(function[function.returnVar].type))
    if (std::optional<SlotId> slot = places.find({function.returnVar, false, 0, {}})) {
      const OwnVar result = fresh(*slot);
      formal({Formal::Kind::Result, 0, 0, {}}, result);
      atReturns(*slot, result);
    }
}

// What came together in the version.
Generator::History Generator::historyOf(OwnVar version, SlotId slot) const {
  const auto entered = entries.find(slot);
  History history;
  std::vector<OwnVar> work = {version};
  llvm::DenseMap<OwnVar, bool> isSeen;
  while (!work.empty()) {
    const OwnVar at = work.back();
    work.pop_back();
    if (!isSeen.try_emplace(at, true).second)
      continue;
    const Version &what = system.versions[at];
    const auto parts = joined.find(at);
    history.mayBeEntry |= entered != entries.end() && entered->second == at;
    history.mayBeNull |= (what.isNull && !what.isTested) || what.isUnsure;
    history.isNullOnly &= what.isNull || parts != joined.end();
    if (parts != joined.end())
      llvm::append_range(work, parts->second);
  }
  return history;
}

// What lies behind a parameter is set on some paths and not on others: callers tell them apart by the result, and this
// analysis does not. Where it must own at entry there is no difference. And where it is overwritten on some paths only,
// a condition may say that nothing is there (`if (tail) …; else head = tail = node;`): that it must not own at entry is
// no demand on callers, only one of the class on its methods.
void Generator::settleUncertain() {
  llvm::DenseSet<OwnVar> setOnSomePaths;                            // versions at entry
  for (size_t first = 0, last; first < outs.size(); first = last) { // the returns of one formal follow each other
    const uint32_t formal = outs[first].first;
    const SlotId slot = system.versions[system.formalVariables[formal]].slot;
    const auto entered = entries.find(slot);
    bool isTouched = false;
    History all;
    for (last = first; last < outs.size() && outs[last].first == formal; ++last) {
      const History one = historyOf(outs[last].second, slot);
      isTouched |= entered == entries.end() || entered->second != outs[last].second;
      all = {all.mayBeEntry || one.mayBeEntry, all.mayBeNull || one.mayBeNull, all.isNullOnly && one.isNullOnly};
    }
    if (system.formals[formal].kind != Formal::Kind::Out || !isTouched)
      continue;
    system.left[formal] =
        all.mayBeNull ? (all.isNullOnly ? Left::Null : Left::Unsure) : (all.mayBeEntry ? Left::AsEntered : Left::Known);
    if (all.mayBeEntry && entered != entries.end())
      setOnSomePaths.insert(entered->second);
  }
  std::vector<Constraint> kept;
  for (Constraint &constraint : system.constraints) {
    if (constraint.cause == Cause::Overwritten && setOnSomePaths.contains(constraint.what.source)) {
      system.atBoundary.push_back(std::move(constraint));
      continue;
    }
    const auto at = constraint.cause == Cause::Returned ? llvm::find(system.formalVariables, constraint.what.source)
                                                        : system.formalVariables.end();
    const Left left =
        at == system.formalVariables.end() ? Left::Known : system.left[at - system.formalVariables.begin()];
    if (left == Left::Known)
      kept.push_back(std::move(constraint));
    else if (left == Left::AsEntered)
      system.deferred.push_back(std::move(constraint));
  }
  system.constraints = std::move(kept);
}

System Generator::run() {
  if (function.blocks.empty())
    return {};
  system.isKept.resize(function.params.size());
  system.isHeldElsewhere.resize(function.vars.size());
  addCalleeSlots();
  for (uint32_t index : reachableOrder())
    walk(index);
  finish();
  join();
  settleUncertain();
  keepWhatCameBack();
  for (FieldKey field : places.addressTakenFields())
    useField(FieldEvent::Kind::AddressTaken, field, 0);
  system.slots = places.slots();
  return std::move(system);
}

System generate(const Task &task) {
  return Generator(task).run();
}

} // namespace custody::engines::ownership
