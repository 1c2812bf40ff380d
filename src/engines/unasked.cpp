#include "engines/unasked.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using specs::Comparison;
using specs::Effect;
using specs::Place;
using specs::Relation;
using specs::Result;

static bool isOnResult(const Effect &effect) {
  return llvm::any_of(effect.when, [](const Comparison &c) { return c.subject.root == Place::Root::Return; });
}

static bool movesOwnership(const Effect &effect) {
  return effect.kind == Effect::Kind::Takes || effect.kind == Effect::Kind::Frees ||
         effect.kind == Effect::Kind::Releases;
}

// The argument that is returned if it is there: `returns s when (s != null)`.
static std::optional<unsigned> givenArgument(const Result &result) {
  if (result.kind != Result::Kind::Alias || !result.of || !result.of->isArgument() || result.when.size() != 1)
    return {};
  const Comparison &is = result.when.front();
  const bool isIfThere = is.null && is.relation == Relation::NotEqual && is.subject.isParam(result.of->param);
  return isIfThere ? std::optional(result.of->param) : std::nullopt;
}

bool isResultIgnored(const FunctionFacts &facts, const ir::Function &caller, ir::StmtId call) {
  const auto *op = std::get_if<ir::Call>(&caller[call].op);
  return op && op->dst && caller[op->dst].kind == ir::ExprKind::Var && facts.isIgnored[caller[op->dst].var().index];
}

Supposed supposedOf(const program::ProgramModel &model, const FunctionFacts &facts, const ir::Function &caller,
                    ir::StmtId call, program::ProgFuncId callee) {
  const auto *op = std::get_if<ir::Call>(&caller[call].op);
  const specs::FunctionSpec *spec = op && op->dst ? model.specs.find(callee) : nullptr;
  if (!spec || caller[op->dst].kind != ir::ExprKind::Var)
    return {};
  const ir::VarId result = caller[op->dst].var();
  const auto args = caller.list(op->args);
  Supposed supposed;
  if (isResultIgnored(facts, caller, call))
    for (const Effect &effect : spec->effects)
      if (effect.place.isArgument() && movesOwnership(effect) && isOnResult(effect))
        supposed.taken.push_back(effect.place.param);
  if (caller[result].kind == ir::VarKind::Temp)
    for (const Result &what : spec->results)
      if (const std::optional<unsigned> given = givenArgument(what); given && *given < args.size())
        supposed.given.push_back(args[*given]);
  return supposed;
}

static bool isTaken(const heap::Summary &summary, const heap::Case &c, heap::NodeId object) {
  auto isIt = [&](const heap::NodeCell &target) { return target.node == object; };
  return llvm::is_contained(c.escaped, object) ||
         llvm::any_of(c.freed, [&](const heap::FreedNode &freed) { return freed.node == object; }) ||
         llvm::any_of(c.writes, [&](const heap::Write &write) {
           const heap::NodeKind holder = summary[write.cell.node].kind;
           return holder != heap::NodeKind::Return && holder != heap::NodeKind::Arg &&
                  llvm::any_of(write.value.targets, isIt);
         });
}

// -1, where the other way returns some number: whatever that is, nobody takes it for the error.
static bool isErrorBeside(const heap::NodeValue &refused, const heap::NodeValue &number) {
  return refused.numbers.isOne() && refused.numbers.min() < 0 && refused.targets.empty() && !number.numbers.isNone() &&
         number.numbers.max() >= 0;
}

static bool canReturnTheSame(const heap::NodeValue *left, const heap::NodeValue *took) {
  if (left && took && isErrorBeside(*left, *took))
    return false;
  return !left || !took || (!left->targets.empty() && !took->targets.empty()) ||
         !left->numbers.isDisjoint(took->numbers);
}

std::vector<uint32_t> takenOnSuccess(const heap::Summary &summary) {
  const heap::NodeId returned = summary.find({.kind = heap::NodeKind::Return});
  std::vector<uint32_t> taken;
  for (uint32_t i = 0; returned && i < summary.numNodes(); ++i) {
    const heap::Node &node = summary[heap::NodeId(i)];
    if (node.kind != heap::NodeKind::Input || summary[node.from.node].kind != heap::NodeKind::Arg ||
        node.from.offset != heap::Offset())
      continue;
    llvm::SmallVector<const heap::Case *, 8> taking, leaving;
    for (const heap::Case &c : summary.cases)
      (isTaken(summary, c, heap::NodeId(i)) ? taking : leaving).push_back(&c);
    const bool isRefused = llvm::any_of(leaving, [&](const heap::Case *left) {
      return llvm::none_of(taking, [&](const heap::Case *took) {
        return canReturnTheSame(left->result(returned), took->result(returned));
      });
    });
    if (!taking.empty() && isRefused)
      taken.push_back(summary[node.from.node].arg);
  }
  return taken;
}

} // namespace custody::engines
