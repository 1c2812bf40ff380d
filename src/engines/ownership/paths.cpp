#include "engines/ownership/walk.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

Conditions &WalkContext::conditions() {
  if (!madeConditions)
    madeConditions.emplace(task.model, task.id);
  return *madeConditions;
}

Places &WalkContext::places() {
  if (!madePlaces)
    madePlaces.emplace(task.model.program, task.id);
  return *madePlaces;
}

std::optional<Releases> Walk::releasesAfter(StmtId start, StmtId firstRelease) {
  State state;
  if (start)
    state = stateAfter(start);
  state.holders = {first};
  state.released = firstRelease;
  isMade = true;
  work.push_back(std::move(state));
  const unsigned limit = firstRelease ? MaxStates : MaxReleaseStates;
  for (unsigned states = 0; !work.empty() && states < limit; ++states) {
    State now = std::move(work.front());
    work.pop_front();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found)
      return Releases{now.released, StmtId(now.stmt)};
    if (verdict == Verdict::Go)
      pushAll(now);
  }
  return {};
}

std::vector<Loss> Walk::lossesAfter(StmtId start, const std::optional<ResultTest> &test) {
  std::vector<Loss> losses;
  State from;
  if (start)
    from = stateAfter(start);
  if (const auto *call = test ? std::get_if<Call>(&function[start].op) : nullptr)
    conditions.tell(from.known, call->dst, *test);
  from.holders = {first};
  isMade = !start;
  work.push_back(std::move(from));
  unsigned limit = aim == Aim::Taken ? MaxTakenStates : MaxStates;
  for (unsigned states = 0; !work.empty() && states < limit; ++states) {
    State now = std::move(work.front());
    work.pop_front();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found) {
      const StmtId at(now.stmt);
      if (losses.empty())
        limit = std::min(limit, states + MaxMoreStates);
      if (llvm::none_of(losses, [&](const Loss &loss) { return loss.at == at; }))
        losses.push_back({at, now.refusal, isLostWithObject(now)});
    }
    if (verdict != Verdict::Go)
      continue;
    isMade |= states > 0 || (start && start.index + 1 < now.stmt);
    pushAll(now);
  }
  return losses;
}

std::optional<int64_t> Walk::refusal() {
  std::set<int64_t> refused, taken; // results
  State state;
  state.holders = {first};
  isMade = true;
  work.push_back(std::move(state));
  for (unsigned states = 0; !work.empty(); ++states) {
    if (states == MaxRefusalStates)
      return {};
    State now = std::move(work.front());
    work.pop_front();
    const Verdict verdict = walkBlock(now);
    if (verdict == Verdict::Found) {
      if (now.result)
        refused.insert(*now.result);
    } else if (verdict == Verdict::Safe) {
      now.holders.clear(); // from here on only the result counts
      ++now.stmt;
      work.push_back(std::move(now));
    } else {
      if (now.holders.empty() && now.result && function.blocks[now.block].term.kind == TermKind::Return)
        taken.insert(*now.result);
      pushAll(now);
    }
  }
  const auto telling = llvm::find_if(refused, [&](int64_t result) { return !taken.contains(result); });
  return telling == refused.end() ? std::nullopt : std::optional(*telling);
}

namespace {

// Whether some statement returns a constant.
bool mayRefuse(const Function &function) {
  return function.returnVar && llvm::any_of(function.stmts, [&](const Stmt &stmt) {
           const auto *assign = std::get_if<Assign>(&stmt.op);
           if (!assign || function[assign->place].kind != ExprKind::Var ||
               function[assign->place].var() != function.returnVar)
             return false;
           const ExprKind kind = function[assign->value].kind;
           return kind == ExprKind::Int || kind == ExprKind::Null;
         });
}

} // namespace

std::vector<Loss> findLosses(WalkContext &context, StmtId start, const Slot &holder,
                             const std::optional<ResultTest> &test) {
  return Walk(context, holder, Aim::Loss).lossesAfter(start, test);
}

std::vector<Loss> findTakenLosses(WalkContext &context, const Slot &field) {
  return Walk(context, field, Aim::Taken).lossesAfter({});
}

bool isFreedAgain(WalkContext &context, StmtId firstFree, const Slot &holder, StmtId second) {
  Walk walk(context, holder, Aim::SecondFree, second);
  if (std::holds_alternative<Call>(context.task.function()[firstFree].op) && !walk.isHandedOver(firstFree))
    return false;
  return walk.releasesAfter(firstFree, firstFree).has_value();
}

std::optional<Releases> findSecondRelease(WalkContext &context, StmtId start, const Slot &holder) {
  return Walk(context, holder, Aim::SecondFree).releasesAfter(start);
}

std::vector<std::optional<int64_t>> refusals(WalkContext &context, const std::vector<bool> &isKept) {
  const Function &function = context.task.function();
  std::vector<std::optional<int64_t>> result;
  if (!llvm::is_contained(isKept, true) || !mayRefuse(function))
    return result;
  result.resize(isKept.size());
  for (uint32_t i = 0; i < isKept.size(); ++i)
    if (isKept[i])
      result[i] = Walk(context, {function.params[i], false, 0, {}}, Aim::Refusal).refusal();
  return result;
}

} // namespace custody::engines::ownership
