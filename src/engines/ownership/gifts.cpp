#include "engines/ownership/gifts.h"
#include "engines/ownership/walk.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

namespace {

// The slot of the caller that the formal at exit is.
std::optional<SlotId> slotFor(const Places &places, const Function &function, const Call &call, const Formal &formal) {
  if (formal.kind == Formal::Kind::Result)
    return call.dst ? places.slotOf(call.dst) : std::nullopt;
  if (formal.kind != Formal::Kind::Out || formal.param >= call.args.count)
    return {};
  Address object = places.objectOf(function.list(call.args)[formal.param]);
  object.offset += formal.offset;
  return places.mayBeRoot(object) ? places.find(object) : std::nullopt;
}

} // namespace

// What is assigned to the first holder, directly or by way of others.
void Walk::findSources() {
  sources = {first};
  for (size_t i = 0; i < sources.size(); ++i)
    for (const Stmt &stmt : function.stmts)
      if (const auto *assign = std::get_if<Assign>(&stmt.op); assign && places.slotOf(assign->place) == sources[i])
        if (const Source from = places.sourceOf(assign->value);
            from.kind == Source::Kind::Slot && !llvm::is_contained(sources, from.slot))
          sources.push_back(from.slot);
}

// Is there a statement at all that fills one of them? Of most functions no walk needs to be asked.
bool Walk::mayReceive() const {
  for (uint32_t s = 0; s < function.stmts.size(); ++s) {
    const StmtOp &op = function.stmts[s].op;
    if (const auto *alloc = std::get_if<Alloc>(&op); alloc && alloc->dst)
      if (const std::optional<SlotId> into = places.slotOf(alloc->dst); into && llvm::is_contained(sources, *into))
        return true;
    if (const auto *call = std::get_if<Call>(&op); call && filledBy(*call, StmtId(s)))
      return true;
  }
  return false;
}

// Does something else than new memory and null come into one of them?
bool Walk::getsOther() const {
  auto isSource = [&](const std::optional<SlotId> &slot) { return slot && llvm::is_contained(sources, *slot); };
  auto isOther = [&](const Stmt &stmt, StmtId at) {
    const ExprId place = destination(stmt.op);
    const bool isInto = place && isSource(places.slotOf(place));
    if (const auto *assign = std::get_if<Assign>(&stmt.op)) {
      const Source from = places.sourceOf(assign->value);
      return isInto && from.kind != Source::Kind::Null && from.kind != Source::Kind::Slot;
    }
    if (const auto *call = std::get_if<Call>(&stmt.op)) {
      const auto arguments = function.list(call->args);
      const bool isPassed = llvm::any_of(arguments, [&](ExprId argument) {
        const Address object = places.objectOf(argument);
        return llvm::any_of(sources, [&](SlotId source) {
          const Slot &what = places.slots()[source.index];
          return object.isFollowed() && what.root == object.root && what.isBehind == object.isBehind;
        });
      });
      return (isInto || isPassed) && !filledBy(*call, at);
    }
    return std::holds_alternative<Alloc>(stmt.op) ? false : isInto;
  };
  for (uint32_t s = 0; s < function.stmts.size(); ++s)
    if (isOther(function.stmts[s], StmtId(s)))
      return true;
  return false;
}

// What the call leaves in one of the sources: always, or if its result is so.
std::optional<Walk::Filled> Walk::filledBy(const Call &call, StmtId stmt) const {
  const Signature *signature = calleeAt(task, stmt).signature;
  for (uint32_t i = 0; signature && i < signature->formals.size(); ++i) {
    const bool isTold = i < signature->givenWith.size() && signature->givenWith[i];
    const std::optional<SlotId> into = slotFor(places, function, call, signature->formals[i]);
    if (!into || !llvm::is_contained(sources, *into))
      continue;
    if (signature->mustOwn(i))
      return Filled{*into, isTold ? signature->givenWith[i] : std::nullopt};
    if (isTold)
      return Filled{*into, signature->givenWith[i]};
  }
  return {};
}

// Memory comes in, into a slot that the first holder may get it from.
void Walk::receive(State &state, StmtId stmt) {
  const StmtOp &op = function[stmt].op;
  if (const auto *call = std::get_if<Call>(&op))
    return receiveFrom(state, *call, stmt);
  if (const auto *assign = std::get_if<Assign>(&op))
    return noteReturned(state, assign->place, assign->value);
  const auto *alloc = std::get_if<Alloc>(&op);
  const std::optional<SlotId> into = alloc && alloc->dst ? places.slotOf(alloc->dst) : std::nullopt;
  if (into && llvm::is_contained(sources, *into))
    state.holders = {*into};
}

void Walk::receiveFrom(State &state, const Call &call, StmtId stmt) {
  noteReturned(state, call.dst, {});
  const bool isReturned =
      call.dst && function[call.dst].kind == ExprKind::Var && function[call.dst].var() == function.returnVar;
  const std::optional<Filled> filled = filledBy(call, stmt);
  if (!filled)
    return;
  if (const std::optional<ResultTest> &test = filled->test) {
    State without = state;
    without.stmt = stmt.index + 1;
    ResultTest other = *test;
    other.holds = !other.holds;
    conditions.tell(without.known, call.dst, other);
    conditions.tell(state.known, call.dst, *test);
    if (isReturned && test->relation == Relation::Equal) {
      without.isOtherResult = test->value == wanted;
      state.result = test->value;
    }
    if (seen.insert(without).second)
      work.push_back(std::move(without));
  }
  state.holders = {filled->into};
}

void Walk::noteGift(const State &state) {
  if (!llvm::is_contained(state.holders, first))
    gifts.isRefuted |= state.result ? *state.result == wanted : !state.isOtherResult;
  else if (state.result)
    gifts.given.insert(*state.result);
  else
    gifts.isVague = true;
}

std::optional<Walk::Gifts> Walk::giftsWith(int64_t result) {
  wanted = result;
  gifts = {};
  seen.clear();
  work = {State()};
  isMade = true;
  for (unsigned states = 0; !work.empty(); ++states) {
    if (states == MaxRefusalStates)
      return {};
    State now = std::move(work.front());
    work.pop_front();
    if (const Verdict verdict = walkBlock(now); verdict != Verdict::Go) { // it goes elsewhere, or is lost
      gifts.isVague |= verdict == Verdict::Safe;
      now.holders.clear();
      ++now.stmt;
      work.push_back(std::move(now));
      continue;
    }
    if (function.blocks[now.block].term.kind == TermKind::Return)
      noteGift(now);
    pushAll(now);
  }
  return gifts;
}

// Success is 0, mostly.
std::optional<int64_t> Walk::gift() {
  findSources();
  if (!mayReceive())
    return {};
  std::optional<Gifts> found = giftsWith(0);
  if (!found || found->given.empty())
    return {};
  if (found->given.contains(0))
    return found->isRefuted ? std::nullopt : std::optional<int64_t>(0);
  const int64_t other = *found->given.begin();
  found = giftsWith(other);
  return found && !found->isRefuted ? std::optional(other) : std::nullopt;
}

std::optional<int64_t> Walk::onlyGift() {
  findSources();
  if (!mayReceive() || getsOther())
    return {};
  const std::optional<Gifts> found = giftsWith(0);
  return found && !found->isVague && found->given.size() == 1 ? std::optional(*found->given.begin()) : std::nullopt;
}

// What was behind the parameter at entry is neither read nor freed, whatever it is joined with on the way.
static bool isOverwritten(const System &system, OwnVar entered) {
  auto isOnlyPassed = [](const Constraint &c) {
    return c.cause == Cause::Joined || c.cause == Cause::Returned || c.cause == Cause::Overwritten;
  };
  std::vector<OwnVar> same = {entered};
  for (size_t i = 0; i < same.size(); ++i)
    for (const Constraint &c : system.constraints) {
      if (c.what.source != same[i] && !llvm::is_contained(c.what.targets, same[i]))
        continue;
      if (!isOnlyPassed(c))
        return false;
      if (c.cause == Cause::Joined && !llvm::is_contained(same, c.what.source))
        same.push_back(c.what.source);
    }
  return true;
}

void addGifts(WalkContext &context, const System &system, Signature &signature) {
  const Function &function = context.task.function();
  signature.givenWith.resize(system.formals.size());
  signature.isOverwritten.resize(system.formals.size());
  for (uint32_t i = 0; i < system.formals.size(); ++i) {
    const Formal &formal = system.formals[i];
    const bool isSure = system.left[i] == Left::Known && signature.mustOwn(i);
    if (formal.kind != Formal::Kind::Out || formal.param == Formal::InResult ||
        (!isSure && system.left[i] != Left::Unsure))
      continue;
    if (function.returnVar) {
      Walk walk(context, {function.params[formal.param], true, formal.offset, formal.field}, Aim::Gift);
      if (const std::optional<int64_t> given = isSure ? walk.onlyGift() : walk.gift())
        signature.givenWith[i] = ResultTest{Relation::Equal, *given, true};
    }
    signature.isOverwritten[i] = (isSure || signature.givenWith[i]) &&
                                 isOverwritten(system, system.formalVariables[i - 1]); // In stands before Out
  }
}

bool mayGive(const Task &task, StmtId stmt) {
  const Signature *signature = calleeAt(task, stmt).signature;
  for (uint32_t i = 0; signature && i < signature->givenWith.size(); ++i)
    if (signature->givenWith[i] && !signature->mustOwn(i))
      return true;
  return false;
}

std::vector<Gift> giftsAt(WalkContext &context, StmtId stmt) {
  std::vector<Gift> result;
  const Function &function = context.task.function();
  const Places &places = context.places();
  const auto *call = std::get_if<Call>(&function[stmt].op);
  const auto [callee, signature] = call ? calleeAt(context.task, stmt) : OneCallee();
  for (uint32_t i = 0; signature && i < signature->givenWith.size(); ++i) {
    const std::optional<SlotId> into =
        signature->givenWith[i] ? slotFor(places, function, *call, signature->formals[i]) : std::nullopt;
    if (into && !places.slots()[into->index].isBehind && !signature->mustOwn(i))
      result.push_back({stmt, callee, places.slots()[into->index], *signature->givenWith[i]});
  }
  return result;
}

std::optional<ResultTest> resultOfGift(WalkContext &context, StmtId stmt, const Slot &holder) {
  const auto *call = stmt ? std::get_if<Call>(&context.task.function()[stmt].op) : nullptr;
  const Signature *signature = call ? calleeAt(context.task, stmt).signature : nullptr;
  const auto wanted = context.places().find({holder.root, holder.isBehind, holder.offset, holder.field});
  for (uint32_t i = 0; signature && wanted && i < signature->givenWith.size(); ++i)
    if (signature->givenWith[i] &&
        slotFor(context.places(), context.task.function(), *call, signature->formals[i]) == wanted)
      return signature->givenWith[i];
  return {};
}

std::string spellResult(const program::Program &program, ProgFuncId callee, const ResultTest &test) {
  const Function &function = program.function(callee);
  const Module &module = program.moduleOf(callee);
  const TypeId result = function.type ? module[function.type].inner : TypeId();
  if (result && module[result].bits == 1)
    return "returns " + std::string((test.value != 0) == test.holds ? "true" : "false");
  const std::string number = std::to_string(test.value);
  if (test.relation == Relation::Equal)
    return test.holds ? "returns " + number : "does not return " + number;
  return "returns " + std::string(test.holds ? "less than " : "at least ") + number;
}

} // namespace custody::engines::ownership
