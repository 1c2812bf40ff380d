#include "engines/path/projection.h"
#include "logic/combinations.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

static constexpr size_t MaxPredicates = 64;
static constexpr size_t MaxCombinations = 48;

void Projection::add(Guard predicate, Weight weight) {
  if (predicate == context.terms.always() || predicate == context.terms.never() || knows(predicate) ||
      all.size() == MaxPredicates)
    return;
  indexOf[predicate.node()] = all.size();
  all.push_back({predicate.isNegated() ? !predicate : predicate, weight});
}

std::optional<bool> Projection::valueOf(size_t combination, Guard predicate) const {
  if (predicate == context.terms.always() || predicate == context.terms.never())
    return predicate == context.terms.always();
  const auto index = indexOf.find(predicate.node());
  if (index == indexOf.end())
    return {};
  return combinations[combination][index->second] != predicate.isNegated();
}

// Whether the comparisons among them contradict each other at once.
bool Projection::isPossible(llvm::ArrayRef<uint32_t> chosen, const std::vector<bool> &values) const {
  std::vector<Guard> comparisons;
  for (size_t i = 0; i < chosen.size(); ++i)
    if (const Guard guard = all[chosen[i]].guard; context.terms.node(guard.node()).op != logic::Op::And)
      comparisons.push_back(values[i] ? guard : !guard);
  return context.terms.all(comparisons) != context.terms.never();
}

std::vector<uint32_t> Projection::select(Detail detail) const {
  std::vector<uint32_t> selected;
  size_t seen[3] = {};
  for (uint32_t i = 0; i < all.size(); ++i) {
    const Predicate &predicate = all[i];
    const size_t before = seen[size_t(predicate.weight)]++;
    const bool isEssential = predicate.weight == Weight::Essential;
    const bool isSelected = detail == Detail::Least  ? isEssential && before < 5
                            : detail == Detail::Less ? before < (isEssential ? 12 : 3)
                            : detail == Detail::More ? predicate.weight != Weight::Detail
                                                     : true;
    if (isSelected)
      selected.push_back(i);
  }
  return selected;
}

// The important ones first: with them alone there are few combinations, so a try that fails is the last.
bool Projection::enumerate(llvm::ArrayRef<Guard> assumptions) {
  std::vector<Guard> guards;
  for (const Predicate &predicate : all)
    guards.push_back(predicate.guard);
  logic::Combinations possible(context.terms, assumptions, guards, SkeletonConflicts);
  bool isEnumerated = false;
  for (Detail detail : {Detail::Least, Detail::Less, Detail::More, Detail::All}) {
    const std::vector<uint32_t> selected = select(detail);
    if (isEnumerated && selected.size() <= predicates.size())
      continue;
    std::optional<std::vector<std::vector<bool>>> found = possible.of(selected, MaxCombinations);
    if (!found)
      break;
    llvm::erase_if(*found, [&](const std::vector<bool> &values) { return !isPossible(selected, values); });
    isEnumerated = true;
    predicates = selected;
    combinations = std::move(*found);
  }
  indexOf.clear();
  for (size_t i = 0; i < predicates.size(); ++i)
    indexOf[all[predicates[i]].guard.node()] = i;
  return isEnumerated;
}

} // namespace custody::engines::path
