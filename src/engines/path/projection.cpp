#include "engines/path/projection.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

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

std::optional<std::vector<std::vector<bool>>> Projection::combinationsOf(llvm::ArrayRef<uint32_t> chosen,
                                                                         llvm::ArrayRef<Guard> assumptions) {
  std::vector<std::vector<bool>> found;
  std::set<std::vector<bool>> tried;
  auto add = [&](const std::vector<bool> &model) {
    std::vector<bool> combination;
    std::vector<Guard> literals, comparisons;
    for (uint32_t index : chosen) {
      const Guard guard = all[index].guard;
      combination.push_back(model[index]);
      literals.push_back(combination.back() ? guard : !guard);
      if (context.terms.node(guard.node()).op != logic::Op::And)
        comparisons.push_back(literals.back());
    }
    if (!tried.insert(combination).second)
      return;
    if (context.terms.all(comparisons) != context.terms.never()) // what arithmetic sees at once
      found.push_back(std::move(combination));
    context.skeleton.exclude(literals);
  };
  context.skeleton.excludeNothing();
  for (const std::vector<bool> &model : models)
    add(model);
  logic::Verdict verdict = logic::Verdict::Unknown;
  while (tried.size() <= MaxCombinations &&
         (verdict = context.skeleton.check(assumptions)) == logic::Verdict::Satisfiable) {
    std::vector<bool> &model = models.emplace_back();
    for (const Predicate &predicate : all)
      model.push_back(context.skeleton.valueOf(predicate.guard));
    add(std::vector<bool>(model));
  }
  context.skeleton.excludeNothing();
  return verdict == logic::Verdict::Unsatisfiable ? std::optional(std::move(found)) : std::nullopt;
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

// The important ones first: with them alone there are few combinations, so a try that fails is the last. An assignment
// that was found for few predicates is a combination of more, too, and is not searched again.
bool Projection::enumerate(llvm::ArrayRef<Guard> assumptions) {
  bool isEnumerated = false;
  for (Detail detail : {Detail::Least, Detail::Less, Detail::More, Detail::All}) {
    const std::vector<uint32_t> selected = select(detail);
    if (isEnumerated && selected.size() <= predicates.size())
      continue;
    std::optional<std::vector<std::vector<bool>>> found = combinationsOf(selected, assumptions);
    if (!found)
      break;
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
