#include "engines/path/projection.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

static constexpr size_t MaxPredicates = 64;
static constexpr size_t MaxCombinations = 48;

void Projection::add(Guard predicate, Weight weight) {
  if (predicate == context.terms.always() || predicate == context.terms.never() || knows(predicate) ||
      predicates.size() == MaxPredicates)
    return;
  indexOf[predicate.node()] = predicates.size();
  predicates.push_back({predicate.isNegated() ? !predicate : predicate, weight});
}

std::optional<bool> Projection::valueOf(size_t combination, Guard predicate) const {
  if (predicate == context.terms.always() || predicate == context.terms.never())
    return predicate == context.terms.always();
  const auto index = indexOf.find(predicate.node());
  if (index == indexOf.end())
    return {};
  return combinations[combination][index->second] != predicate.isNegated();
}

bool Projection::tryEnumerate(llvm::ArrayRef<Guard> assumptions) {
  combinations.clear();
  context.skeleton.excludeNothing();
  logic::Verdict verdict;
  for (size_t tried = 0; (verdict = context.skeleton.check(assumptions)) == logic::Verdict::Satisfiable; ++tried) {
    if (tried == MaxCombinations)
      break;
    std::vector<bool> combination;
    std::vector<Guard> literals, comparisons;
    for (const Predicate &predicate : predicates) {
      combination.push_back(context.skeleton.valueOf(predicate.guard));
      literals.push_back(combination.back() ? predicate.guard : !predicate.guard);
      if (context.terms.node(predicate.guard.node()).op != logic::Op::And)
        comparisons.push_back(literals.back());
    }
    if (context.terms.all(comparisons) != context.terms.never()) // what arithmetic sees at once
      combinations.push_back(std::move(combination));
    context.skeleton.exclude(literals);
  }
  context.skeleton.excludeNothing();
  return verdict == logic::Verdict::Unsatisfiable;
}

void Projection::keep(llvm::function_ref<bool(const Predicate &, size_t)> isKept) {
  std::vector<Predicate> kept;
  size_t seen[3] = {};
  indexOf.clear();
  for (const Predicate &predicate : predicates)
    if (isKept(predicate, seen[size_t(predicate.weight)]++)) {
      indexOf[predicate.guard.node()] = kept.size();
      kept.push_back(predicate);
    }
  predicates = std::move(kept);
}

bool Projection::enumerate(llvm::ArrayRef<Guard> assumptions) {
  if (tryEnumerate(assumptions))
    return true;
  keep([](const Predicate &predicate, size_t) { return predicate.weight != Weight::Detail; });
  if (tryEnumerate(assumptions))
    return true;
  keep([](const Predicate &predicate, size_t n) { return n < (predicate.weight == Weight::Essential ? 12 : 3); });
  if (tryEnumerate(assumptions))
    return true;
  keep([](const Predicate &predicate, size_t n) { return predicate.weight == Weight::Essential && n < 5; });
  return tryEnumerate(assumptions);
}

} // namespace custody::engines::path
