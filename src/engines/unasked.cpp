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

Supposed supposedOf(const program::ProgramModel &model, const FunctionFacts &facts, const ir::Function &caller,
                    ir::StmtId call, program::ProgFuncId callee) {
  const auto *op = std::get_if<ir::Call>(&caller[call].op);
  const specs::FunctionSpec *spec = op && op->dst ? model.specs.find(callee) : nullptr;
  if (!spec || caller[op->dst].kind != ir::ExprKind::Var)
    return {};
  const ir::VarId result = caller[op->dst].var();
  const auto args = caller.list(op->args);
  Supposed supposed;
  if (facts.isIgnored[result.index])
    for (const Effect &effect : spec->effects)
      if (effect.place.isArgument() && movesOwnership(effect) && isOnResult(effect))
        supposed.taken.push_back(effect.place.param);
  if (caller[result].kind == ir::VarKind::Temp)
    for (const Result &what : spec->results)
      if (const std::optional<unsigned> given = givenArgument(what); given && *given < args.size())
        supposed.given.push_back(args[*given]);
  return supposed;
}

} // namespace custody::engines
